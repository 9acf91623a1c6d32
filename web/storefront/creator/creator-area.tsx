import type { PageModel, PageSite } from "../../../contract/pages.ts";
import { CreatorPage } from "./creator-page.tsx";
import { CreatorNotFound, CreatorUnavailable } from "./creator-problem.tsx";

export type CreatorAreaModel = Extract<
  PageModel,
  { page: "creator" | "creator-missing" | "creator-unavailable" }
>;

/** Pages under a creator's address. */
export function CreatorArea({ model, site }: { model: CreatorAreaModel; site: PageSite }) {
  switch (model.page) {
    case "creator":
      return <CreatorPage key={model.creator.id} model={model} site={site} />;
    case "creator-missing":
      return <CreatorNotFound />;
    case "creator-unavailable":
      return <CreatorUnavailable />;
  }
}

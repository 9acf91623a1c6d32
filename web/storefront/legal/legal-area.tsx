import type { PageModel } from "../../../contract/pages.ts";
import { LegalNotFound, LegalPage } from "./legal-page.tsx";

export type LegalAreaModel = Extract<PageModel, { page: "legal" | "legal-missing" }>;

/** Pages about who sells. */
export function LegalArea({ model }: { model: LegalAreaModel }) {
  switch (model.page) {
    case "legal":
      return <LegalPage {...model} />;
    case "legal-missing":
      return <LegalNotFound />;
  }
}

import type { PageModel } from "../../../contract/pages.ts";

export type CreatorModel = Extract<PageModel, { page: "creator" }>;

const MODEL = /<script type="application\/json" id="model">(.*?)<\/script>/s;

/**
 * Fetches another view of a creator's page. Its HTML carries the model and is what the server caches anyway; no text of
 * a creator can contain the element that is searched for, since the server escapes every `<`.
 */
export async function fetchCreatorModel(path: string): Promise<CreatorModel> {
  const response = await fetch(path);
  const [, json] = (response.ok && MODEL.exec(await response.text())) || [];
  // Written by our own server, from the same types.
  const model: PageModel | undefined = json && JSON.parse(json).model;
  if (model?.page !== "creator") throw new Error("The page could not be loaded.");
  return model;
}

import type { PageModel, PageName } from "../../../contract/pages/pages.ts";

/** Pages without content of a creator. */
const OF_NO_CREATOR: ReadonlySet<PageName> = new Set([
  "site-document",
  "to-provider",
  "checkout-missing",
  "creator-missing",
  "creator-suspended",
  "creator-unavailable",
  "legal-missing",
  "letter-missing",
  "order-missing",
  "product-missing",
  "signup-missing",
]);

/** Returns whether a page may be shown on the domain of the creator with this handle. */
export function isOfCreator(model: PageModel, handle: string): boolean {
  if (OF_NO_CREATOR.has(model.page)) return true;
  return handleIn(model) === handle || (model.page === "checkout-return" && model.handle === null);
}

/** Returns the handle of the creator whose page it is, or null if the model names none. */
export function handleIn(model: PageModel): string | null {
  if (model.page === "checkout-return") return model.handle;
  if ("order" in model) return model.order.creator.handle;
  return "creator" in model && typeof model.creator === "object" ? (model.creator?.handle ?? null) : null;
}

import { SCOPES, type Scope } from "../../../../contract/rules/scopes.ts";
import { t } from "../../../../contract/texts.ts";

/** The permission of each scope as a sentence. */
export const SCOPE_TEXTS: Record<Scope, string> = {
  "page:read": t("Read your page: profile, tiles, appearance, announcement and campaign links."),
  "page:write": t("Change your page and your handle, and upload pictures."),
  "products:read": t("Read your products, files, stock and discount codes."),
  "products:write": t("Change your products, files, stock and discount codes."),
  "orders:read": t("Read your orders, with the names, emails and addresses of buyers."),
  "orders:write": t(
    "Ship orders, send receipts again, give free copies, and refund within your daily limit.",
  ),
  "audience:read": t("Read your audience with its emails, and your emails to it."),
  "audience:write": t(
    "Remove people from your audience, write drafts, and publish sent emails. It sends none.",
  ),
  "analytics:read": t("Read your visits, clicks and sales."),
};

const SUBJECTS: Record<string, string> = {
  page: t("Page"),
  products: t("Products"),
  orders: t("Orders"),
  audience: t("Audience"),
  analytics: t("Analytics"),
};

/** Returns a short list of scopes: "Page: read and change, Orders: read". */
export function summaryOf(scopes: readonly Scope[]): string {
  const subjects = [...new Set(SCOPES.map((scope) => scope.split(":")[0] ?? ""))];
  return subjects
    .flatMap((subject) => {
      const reads = scopes.some((scope) => scope === `${subject}:read`);
      const changes = scopes.some((scope) => scope === `${subject}:write`);
      const name = SUBJECTS[subject] ?? subject;
      if (reads && changes) return [t("{subject}: read and change", { subject: name })];
      if (reads) return [t("{subject}: read", { subject: name })];
      return changes ? [t("{subject}: change", { subject: name })] : [];
    })
    .join(", ");
}

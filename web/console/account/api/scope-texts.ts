import { SCOPES, type Scope } from "../../../../contract/rules/scopes.ts";

/** The permission of each scope as a sentence. */
export const SCOPE_TEXTS: Record<Scope, string> = {
  "page:read": "Read your page: profile, tiles, appearance, announcement and campaign links.",
  "page:write": "Change your page and your handle, and upload pictures.",
  "products:read": "Read your products, files, stock and discount codes.",
  "products:write": "Change your products, files, stock and discount codes.",
  "orders:read": "Read your orders, with the names, emails and addresses of buyers.",
  "orders:write": "Ship orders, send receipts again, give free copies, and refund within your daily limit.",
  "audience:read": "Read your audience with its emails, and your emails to it.",
  "audience:write": "Remove people from your audience, write drafts, and publish sent emails. It sends none.",
  "analytics:read": "Read your visits, clicks and sales.",
};

const SUBJECTS: Record<string, string> = {
  page: "Page",
  products: "Products",
  orders: "Orders",
  audience: "Audience",
  analytics: "Analytics",
};

/** Returns a short list of scopes: "Page: read and change, Orders: read". */
export function summaryOf(scopes: readonly Scope[]): string {
  const subjects = [...new Set(SCOPES.map((scope) => scope.split(":")[0] ?? ""))];
  return subjects
    .flatMap((subject) => {
      const actions = [
        ...(scopes.some((scope) => scope === `${subject}:read`) ? ["read"] : []),
        ...(scopes.some((scope) => scope === `${subject}:write`) ? ["change"] : []),
      ];
      return actions.length > 0 ? [`${SUBJECTS[subject] ?? subject}: ${actions.join(" and ")}`] : [];
    })
    .join(", ");
}

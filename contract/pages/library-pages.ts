import { z } from "zod";
import { maxLengthText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { libraryGiftPages } from "./gift-pages.ts";
import { libraryOrderPages } from "./order-pages.ts";
import { field, PRIVATE, pageRoute, SECRET_URL, TokenParams } from "./page-route.ts";

const entry = { renders: ["library-entry"], params: TokenParams, ...SECRET_URL } as const;

/** The purchases of an email, for a browser that has opened a link from that email. */
export const libraryPages = {
  library: pageRoute("GET", "/library", {
    renders: ["library", "library-request"],
    query: z.object({
      /** The index of the first order. */
      from: z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number)
        .catch(0),
      search: maxLengthText("Search", limits.search.max).catch(""),
    }),
    redirectsSlash: true,
    ...PRIVATE,
  }),
  requestLibrary: pageRoute("POST", "/library", {
    renders: ["library-request"],
    form: z.object({ email: field }),
    limit: { name: "/library", points: 10, seconds: 60 },
    ...PRIVATE,
  }),
  /** Opening it changes nothing, because mail scanners open links. */
  openLibrary: pageRoute("GET", "/library/enter/:token", entry),
  enterLibrary: pageRoute("POST", "/library/enter/:token", {
    ...entry,
    form: z.object({ email: field }),
    limit: { name: "/library/enter/:token", points: 20, seconds: 60 },
  }),
  leaveLibrary: pageRoute("POST", "/library/leave", { renders: "file", ...PRIVATE }),
  libraryOrder: libraryOrderPages.order,
  downloadLibraryOrder: libraryOrderPages.downloadOrder,
  renewLibraryOrder: libraryOrderPages.renewOrder,
  mailLibraryOrder: libraryOrderPages.mailOrder,
  correctLibraryOrderEmail: libraryOrderPages.correctOrderEmail,
  giveLibraryOrder: libraryOrderPages.giveOrder,
  cancelLibraryGift: libraryOrderPages.cancelGift,
  libraryGift: libraryGiftPages.gift,
  renewLibraryGift: libraryGiftPages.renewGift,
  withdrawInLibrary: libraryOrderPages.withdraw,
  confirmWithdrawalInLibrary: libraryOrderPages.confirmWithdrawal,
};

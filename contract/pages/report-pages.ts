import { z } from "zod";
import { limits } from "../rules/limits.ts";
import { field, PRIVATE, pageRoute } from "./page-route.ts";

/** The form in which anyone reports a page of a creator. */
export const reportPages = {
  report: pageRoute("GET", "/report", {
    renders: ["report"],
    query: z.object({
      /** The page that is reported: its path or URL. */
      url: z.string().max(limits.url.max).catch(""),
      sent: z.string().optional().catch(undefined),
    }),
    redirectsSlash: true,
    ...PRIVATE,
  }),
  sendReport: pageRoute("POST", "/report", {
    renders: ["report"],
    form: z.object({
      url: field,
      reason: field,
      message: field,
      name: field,
      email: field,
      goodFaith: field,
    }),
    // Corrections of the form included; what is stored has a limit of its own.
    limit: { name: "report form", points: 30, seconds: 600 },
    ...PRIVATE,
  }),
};

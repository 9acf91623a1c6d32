import { z } from "zod";
import { limits } from "../rules/limits.ts";
import { field, PRIVATE, pageRoute } from "./page-route.ts";

/** The form in which anyone reports a page of a creator. */
export const reportPages = {
  report: pageRoute("GET", "/report", {
    renders: ["report"],
    query: z.object({
      /** The reported page: its path or URL. */
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
    // Counts every submission, including corrections. Stored reports have a limit of their own.
    limit: { name: "report form", points: 30, seconds: 600 },
    ...PRIVATE,
  }),
};

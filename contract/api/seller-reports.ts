import { z } from "zod";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

const messages = defineMessages("seller_reports", { year: "Choose a year from 2020 to 2100." });

/** A year in which there can be sales. */
export const ReportYear = z.coerce.number({ error: messages.year }).int().min(2020).max(2100);

export const sellerReportRoutes = {
  exportSellers: route("GET", "/api/admin/sellers.csv", "admin", {
    recent: true,
    summary: "Export each seller's paid sales by quarter of a year (UTC) as CSV (RFC 4180)",
    query: z.object({
      year: ReportYear,
    }),
    responses: { 200: null },
    mediaType: "text/csv",
    limit: { points: 20, seconds: 60 },
  }),
};

import { z } from "zod";
import { route } from "./route.ts";

const WHICH_YEAR = "Choose a year from 2020 to 2100.";

export const sellerReportRoutes = {
  exportSellers: route({
    method: "GET",
    path: "/api/admin/sellers.csv",
    access: "admin",
    summary: "Export what each seller sold for money in the quarters of a year (UTC) as CSV (RFC 4180)",
    query: z.object({
      year: z.coerce
        .number({ error: WHICH_YEAR })
        .int({ error: WHICH_YEAR })
        .min(2020, { error: WHICH_YEAR })
        .max(2100, { error: WHICH_YEAR }),
    }),
    responses: { 200: null },
    mediaType: "text/csv",
    limit: { points: 20, seconds: 60 },
  }),
};

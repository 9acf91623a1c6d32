import type { Report } from "../../contract/api/moderation.ts";
import { FORM, modelOf, submitForm, type TestUser } from "./factories.ts";
import type { TestApp } from "./harness.ts";

const REPORT = {
  url: "/@anna",
  reason: "fraud",
  message: "They sell fake tickets.",
  name: "",
  email: "",
  goodFaith: "yes",
};

/** Submits the report form as a browser without scripts does. A rejected form has a model. */
export async function sendReport(site: TestApp, given: Record<string, string>, headers = {}) {
  const response = await submitForm(site, "/report", { ...REPORT, ...given }, { ...FORM, ...headers });
  const hasModel =
    String(response.headers["content-type"]).startsWith("text/html") && response.status !== 404;
  return { ...response, model: hasModel ? modelOf(response.text) : undefined };
}

/** Sends a report. Returns it as administrators see it. */
export async function report(
  site: TestApp,
  admin: TestUser,
  given: Record<string, string> = {},
): Promise<Report> {
  const response = await sendReport(site, given);
  if (response.status !== 303) throw new Error(`no report: ${response.text}`);
  const [row] = await site.sql`select max(id)::int as id from reports`;
  return (await admin.call("GET", `/api/admin/reports/${row.id}`)).body.report;
}

import { ReportInput } from "../../../contract/api/moderation.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { REPORT_FIELDS, type ReportForm } from "../../../contract/pages/report-models.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { AppError, fieldMessages } from "../../platform/http/app-error.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { parseInput } from "../../platform/http/validation.ts";
import { visitorLanguage } from "../../platform/http/visitor-language.ts";
import type { ModerationDeps } from "./deps.ts";
import { receiveReport } from "./receive-report.ts";

const EMPTY: ReportForm = {
  entries: { url: "", reason: "", message: "", name: "", email: "", goodFaith: "" },
  problems: {},
  problem: null,
};

/** Registers the report form for visitors, if the operator has enabled it. */
export function registerReportPages(registerPage: RegisterPage, deps: ModerationDeps): void {
  const isOn = deps.settings.reports;

  registerPage(pageRoutes.report, ({ query, sendPage, sendNotFound }) => {
    if (!isOn) return sendNotFound();
    const entries = { ...EMPTY.entries, url: query.url };
    return sendPage({ page: "report", isSent: query.sent === "1", form: { ...EMPTY, entries } });
  });

  registerPage(pageRoutes.sendReport, async ({ form, request, reply, sendPage, sendNotFound }) => {
    if (!isOn) return sendNotFound();
    try {
      const language = visitorLanguage(request.headers["accept-language"]);
      await receiveReport(deps, { input: parseInput(ReportInput, form), ip: request.ip, language });
      return reply.redirect(paths.reportSent(), 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return sendPage(
        { page: "report", isSent: false, form: { entries: form, ...problemsOf(error) } },
        { status: error.status },
      );
    }
  });
}

function problemsOf(error: AppError): Pick<ReportForm, "problems" | "problem"> {
  const messages = fieldMessages(error.issues);
  const problems = Object.fromEntries(
    REPORT_FIELDS.flatMap((name) => {
      const first = messages[name];
      return first === undefined ? [] : [[name, first]];
    }),
  );
  return { problems, problem: Object.keys(problems).length === 0 ? error.text : null };
}

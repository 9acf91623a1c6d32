import type { ModelOf, PageSite } from "../../../contract/pages/pages.ts";
import { REPORT_FIELDS } from "../../../contract/pages/report-models.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { REPORT_REASON_LABELS, REPORT_REASONS } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { ConsentCheckbox } from "../checkout/consent-checkbox.tsx";
import { CardPage, Failure, Note } from "../layout/card-page.tsx";
import { PageField } from "../layout/page-field.tsx";

/** The form to report a page, with the required contents of a notice (article 16 of regulation (EU) 2022/2065). */
export function ReportPage({ model: { isSent, form }, site }: { model: ModelOf<"report">; site: PageSite }) {
  return (
    <CardPage>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl">{t("Report a page")}</h1>
        {isSent ? <Sent /> : <Form form={form} site={site} />}
      </div>
    </CardPage>
  );
}

function Sent() {
  return (
    <>
      <Note tone="good" role="status">
        {t("Thank you. The administrators of this site will look at your report.")}
      </Note>
      <p className="text-muted">
        {t(
          "If you entered an email, we'll confirm your report there and tell you the result. The creator of the page does not learn who reported it.",
        )}
      </p>
      <Button href={paths.landing()}>{t("Go to homepage")}</Button>
    </>
  );
}

function Form({ form, site }: { form: ModelOf<"report">["form"]; site: PageSite }) {
  const { entries, problems, problem } = form;
  const firstWrong = REPORT_FIELDS.find((name) => problems[name]);
  return (
    <>
      <p className="text-muted">
        {t(
          "Tell the administrators of this site what is illegal on a page, or breaks the rules. The creator of the page does not learn who reported it.",
        )}
      </p>
      <Failure text={problem} />
      <form method="post" action={paths.report()} noValidate className="grid grid-cols-1 gap-5">
        <PageField
          form={form}
          name="url"
          label={t("Page")}
          help={t("Its address, in full or without the name of this site.")}
          autoComplete="off"
          required
          autoFocus={firstWrong === "url"}
          maxLength={limits.url.max}
        />
        <Field label={t("Reason")} error={problems.reason}>
          {(control) => (
            <Select
              {...control}
              name="reason"
              defaultValue={entries.reason}
              required
              autoFocus={firstWrong === "reason"}
              options={REPORT_REASONS.map((value) => ({ value, label: t(REPORT_REASON_LABELS[value]) }))}
            >
              <option value="">{t("Choose a reason")}</option>
            </Select>
          )}
        </Field>
        <Field
          label={t("What is wrong")}
          help={t("What exactly it is, where it is on the page, and why it is illegal or against the rules.")}
          error={problems.message}
        >
          {(control) => (
            <Textarea
              {...control}
              name="message"
              rows={5}
              required
              defaultValue={entries.message}
              autoFocus={firstWrong === "message"}
              maxLength={limits.reportMessage.max}
            />
          )}
        </Field>
        <PageField
          form={form}
          name="name"
          label={t("Your name")}
          optional
          autoComplete="name"
          autoFocus={firstWrong === "name"}
          maxLength={limits.displayName.max}
        />
        <PageField
          form={form}
          name="email"
          type="email"
          label={t("Your email")}
          optional
          help={t("For a confirmation and the result. Both are deleted once your report is decided.")}
          autoFocus={firstWrong === "email"}
        />
        <ConsentCheckbox
          name="goodFaith"
          value="yes"
          isChecked={entries.goodFaith === "yes"}
          problem={problems.goodFaith}
          autoFocus={firstWrong === "goodFaith"}
        >
          {t("I believe in good faith that what I state here is accurate and complete.")}
        </ConsentCheckbox>
        <Button type="submit" variant="primary" size="lg">
          {t("Send report")}
        </Button>
      </form>
      {site.reportEmail && (
        <p className="text-sm text-muted">
          {rich("You can also write to {email}.", {
            email: (
              <a className="link" href={`mailto:${encodeURIComponent(site.reportEmail)}`}>
                <bdi>{site.reportEmail}</bdi>
              </a>
            ),
          })}
        </p>
      )}
    </>
  );
}

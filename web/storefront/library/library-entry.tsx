import type { ModelOf } from "../../../contract/pages/pages.ts";
import { LIBRARY_DAYS, LIBRARY_LINK_MINUTES } from "../../../contract/rules/library-limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage, Note } from "../layout/card-page.tsx";
import { checkedForm, PageField } from "../layout/page-field.tsx";

const CARD = "grid grid-cols-1 gap-5";

/** Asks for the email whose purchases are shown. */
export function LibraryRequest({ model: { isSent, form } }: { model: ModelOf<"library-request"> }) {
  return (
    <CardPage>
      <div className={CARD}>
        <div className="grid gap-2">
          <h1 className="text-3xl">{t("Your purchases")}</h1>
          <p className="text-muted">
            {t(
              "See everything that you bought here, with your downloads, receipts and your right of withdrawal.",
            )}
          </p>
        </div>
        {isSent && (
          <Note tone="good" role="status">
            {t(
              "If you bought something with this email, we've sent you a link to your purchases. It works for {minutes, plural, one {# minute} other {# minutes}}.",
              { minutes: LIBRARY_LINK_MINUTES },
            )}
          </Note>
        )}
        <form method="post" action={paths.library()} noValidate className={CARD}>
          <EmailField form={form} help={t("The one that you entered when you bought.")} />
          <Button type="submit" variant="primary" size="lg">
            {t("Email me the link")}
          </Button>
        </form>
      </div>
    </CardPage>
  );
}

/** The page of an emailed link. Opening it changes nothing, because mail scanners open links. */
export function LibraryEntry({ model }: { model: ModelOf<"library-entry"> }) {
  const { token, state, asksEmail, form } = model;
  if (state !== "open") return <UnusableLink state={state} />;
  return (
    <CardPage>
      <form method="post" action={paths.enterLibrary(token)} noValidate className={CARD}>
        <div className="grid gap-2">
          <h1 className="text-3xl">{t("Your purchases")}</h1>
          <p className="text-muted">
            {t("This browser stays signed in to them for {days, plural, one {# day} other {# days}}.", {
              days: LIBRARY_DAYS,
            })}
          </p>
        </div>
        {asksEmail && (
          <EmailField
            form={form}
            help={t("The link was asked for in another browser, so enter the email that it was sent to.")}
          />
        )}
        <Button type="submit" variant="primary" size="lg">
          {t("Open your purchases")}
        </Button>
      </form>
    </CardPage>
  );
}

const UNUSABLE = {
  used: text("This link was already used."),
  expired: text("This link has expired."),
  unknown: text("This link does not exist."),
} as const;

function UnusableLink({ state }: { state: keyof typeof UNUSABLE }) {
  return (
    <CardPage>
      <div className={CARD}>
        <h1 className="text-3xl">{t(UNUSABLE[state])}</h1>
        <p className="text-muted">
          {state === "unknown"
            ? t(
                "Check that you copied all of it from the email. Nothing is lost: ask for a new link with your email.",
              )
            : t("Nothing is lost: ask for a new link with your email.")}
        </p>
        <Button href={paths.library()} variant="primary" size="lg">
          {t("Get a new link")}
        </Button>
      </div>
    </CardPage>
  );
}

type EmailFieldProps = { form: { email: string; problem: string | null }; help: string };

function EmailField({ form: { email, problem }, help }: EmailFieldProps) {
  const field = problem === null ? null : ("email" as const);
  return (
    <PageField
      form={checkedForm({ email, problem, field })}
      name="email"
      type="email"
      label={t("Email")}
      help={help}
      required
      autoFocus={problem !== null}
    />
  );
}

import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage, Note, Problem } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { SignupFields } from "./signup-fields.tsx";
import { SIGNUP_SENT } from "./signup-form.tsx";

type SignupModel = ModelOf<"signup">;
type ConfirmationModel = ModelOf<"signup-confirmation">;

const CARD = "grid grid-cols-1 gap-5";

/** Shows the signup form that opens without scripts, or its result. The visitor has already sent the tile's form once. */
export function SignupPage({ model: { creator, form, brand } }: { model: SignupModel }) {
  const name = <bdi className="wrap-anywhere">{creator.display_name}</bdi>;
  return (
    <CardPage brand={brand}>
      <div className={CARD}>
        <h1 dir="auto" className="text-3xl text-balance wrap-anywhere">
          {form ? form.title : t("Check your inbox")}
        </h1>
        {form ? (
          <>
            <p className="text-muted">
              {form.problem === null
                ? rich(
                    "Check that your email is right, then press the button to sign up for news from {name}.",
                    {
                      name,
                    },
                  )
                : rich("News from {name}.", { name })}
            </p>
            <form method="post" action={paths.signUp()} noValidate className="grid grid-cols-1 gap-4">
              <input type="hidden" name="token" value={form.token} />
              <Problem id="signup-problem" text={form.problem} />
              <SignupFields {...form} isInvalid={form.problem !== null} problemId="signup-problem" />
            </form>
          </>
        ) : (
          <Note tone="good" role="status">
            {t(SIGNUP_SENT)}
          </Note>
        )}
        <BackToCreator handle={creator.handle} className="justify-self-center" />
      </div>
    </CardPage>
  );
}

/** Asks the owner of an email to confirm the signup by a form, or says that the signup is confirmed. Opening the page changes nothing, because mail scanners open links. */
export function SignupConfirmation({ model: { creator, pending, brand } }: { model: ConfirmationModel }) {
  const name = <bdi className="wrap-anywhere">{creator.display_name}</bdi>;
  return (
    <CardPage brand={brand}>
      <div className="grid justify-items-center gap-5 py-4 text-center" role={pending ? undefined : "status"}>
        <h1 className="text-3xl text-balance">
          {pending ? t("Confirm your signup") : t("You are signed up.")}
        </h1>
        {pending ? (
          <>
            <p className="max-w-[30em] text-balance text-muted">
              {rich("News from {name} will be sent to {email}.", {
                name,
                email: <bdi className="wrap-anywhere">{pending.email}</bdi>,
              })}
            </p>
            <p dir="auto" className="max-w-[30em] text-sm wrap-anywhere text-muted">
              {pending.consent}
            </p>
            <form method="post" action={paths.confirmSignup(pending.token)}>
              <Button type="submit" variant="primary" size="lg">
                {t("Confirm signup")}
              </Button>
            </form>
          </>
        ) : (
          <p className="max-w-[30em] text-balance text-muted">
            {rich("You'll receive news from {name} by email. Each email has a link to unsubscribe.", {
              name,
            })}
          </p>
        )}
        <BackToCreator handle={creator.handle} />
      </div>
    </CardPage>
  );
}

export function SignupNotFound() {
  return (
    <MessagePage title={t("This signup does not exist.")}>
      {t(
        "The link may have expired, or signing up is no longer possible here. Please sign up again on the creator's page.",
      )}
    </MessagePage>
  );
}

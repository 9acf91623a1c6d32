import type { Tile } from "../../../contract/api/tiles.ts";
import { newsConsent } from "../../../contract/rules/consent.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { currentLanguage } from "../../../contract/translation.ts";
import { FormSuccess, Problem } from "../layout/card-page.tsx";
import { SignupFields } from "./signup-fields.tsx";

/** The form of a signup tile. Without scripts it opens a page with the whole form. */
export function SignupForm({ tile }: { tile: Tile }) {
  const problemId = `signup-${tile.id}-problem`;
  return (
    <form
      method="post"
      action={paths.signUp()}
      noValidate
      className="grid grow-[3] basis-full grid-cols-1 gap-3"
      data-enhance="sign-up"
      data-failure={t("Couldn't sign you up. Please try again.")}
      data-empty={t("Enter a valid email address.")}
      data-done={t("Done")}
    >
      <div className="col-start-1 row-start-1 grid grid-cols-1 gap-3" data-part="fields">
        <SignupFields
          tileId={tile.id}
          button={tile.button_label}
          consent={tile.consent_text ?? newsConsent(currentLanguage()).text}
          problemId={problemId}
        />
      </div>
      {/* In the place of the fields, which stay invisible, so that nothing below moves. */}
      <div className="col-start-1 row-start-1 self-start" tabIndex={-1} data-part="result">
        <FormSuccess>{t(SIGNUP_SENT)}</FormSuccess>
      </div>
      <Problem id={problemId} text={null} />
    </form>
  );
}

/** The same text for new and known emails, because the response must not reveal whether an email is known. */
export const SIGNUP_SENT = text(
  "Almost done: check your inbox and confirm the email that we've sent you. Nothing there? Look in your spam folder.",
);

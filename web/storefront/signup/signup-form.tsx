import type { Tile } from "../../../contract/api/tiles.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { SIGNUP_DEFAULTS } from "../../../contract/rules/signup-tile.ts";
import { FormSuccess, Problem } from "../layout/card-page.tsx";
import { SignupFields } from "./signup-fields.tsx";

/** The form of a signup tile. Without scripts it opens a page with the whole form. */
export function SignupForm({ tile }: { tile: Tile }) {
  return (
    <form
      method="post"
      action={paths.signUp()}
      noValidate
      className="grid grow-[3] basis-full grid-cols-1 gap-3"
      data-enhance="sign-up"
    >
      <div className="grid grid-cols-1 gap-3" data-part="fields">
        <SignupFields
          tileId={tile.id}
          button={tile.button_label ?? SIGNUP_DEFAULTS.button}
          consent={tile.consent_text ?? SIGNUP_DEFAULTS.consent}
          problemId="signup-problem"
        />
      </div>
      <Problem id="signup-problem" text={null} />
      <FormSuccess>{SIGNUP_SENT}</FormSuccess>
    </form>
  );
}

/** The same text for new and known emails, because the response must not reveal whether an email is known. */
export const SIGNUP_SENT =
  "Almost done: check your inbox and confirm the email that we've sent you. Nothing there? Look in your spam folder.";

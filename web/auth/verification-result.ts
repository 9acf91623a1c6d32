import { t } from "../../contract/texts.ts";

type Result = { title: string; text: string; isSuccess: boolean };

/**
 * Returns the message about a followed verification link. Anyone can type `status` into the URL, and the link may be
 * another account's, so the signed-in user counts as well.
 */
export function verificationResult(
  status: string | null,
  viewer: { isSignedIn: boolean; isVerified: boolean },
): Result {
  if (status === "success" && viewer.isSignedIn && !viewer.isVerified)
    return {
      isSuccess: false,
      title: t("Not verified yet"),
      text: t(
        "The email of the account you are signed in to is not verified. Follow the link in its email; we can send you a new one.",
      ),
    };
  if (status === "success")
    return { isSuccess: true, title: t("Email verified"), text: t("You're all set.") };
  // The user has followed an old link again.
  if (viewer.isVerified)
    return { isSuccess: true, title: t("Already verified"), text: t("Your email is already verified.") };
  const next = viewer.isSignedIn ? t("We can send you a new one.") : t("Sign in to get a new one.");
  return status === "expired"
    ? {
        isSuccess: false,
        title: t("This link has expired"),
        text: t("Verification links work for two days. {next}", { next }),
      }
    : {
        isSuccess: false,
        title: t("This link does not work"),
        text: t("It may have been used already or is incomplete. {next}", { next }),
      };
}

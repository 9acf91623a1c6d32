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
  const { isSignedIn } = viewer;
  return status === "expired"
    ? {
        isSuccess: false,
        title: t("This link has expired"),
        text: isSignedIn
          ? t("Verification links work for two days. We can send you a new one.")
          : t("Verification links work for two days. Sign in to get a new one."),
      }
    : {
        isSuccess: false,
        title: t("This link does not work"),
        text: isSignedIn
          ? t("It may have been used already or is incomplete. We can send you a new one.")
          : t("It may have been used already or is incomplete. Sign in to get a new one."),
      };
}

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
      title: "Not verified yet",
      text: "The email of the account you are signed in to is not verified. Follow the link in its email; we can send you a new one.",
    };
  if (status === "success") return { isSuccess: true, title: "Email verified", text: "You're all set." };
  // The user has followed an old link again.
  if (viewer.isVerified)
    return { isSuccess: true, title: "Already verified", text: "Your email is already verified." };
  const next = viewer.isSignedIn ? "We can send you a new one." : "Sign in to get a new one.";
  return status === "expired"
    ? {
        isSuccess: false,
        title: "This link has expired",
        text: `Verification links work for two days. ${next}`,
      }
    : {
        isSuccess: false,
        title: "This link does not work",
        text: `It may have been used already or is incomplete. ${next}`,
      };
}

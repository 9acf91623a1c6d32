type Result = { title: string; text: string; isSuccess: boolean };

/** What to say about a followed verification link, by the `status` the server put into the address and by who is here: an address can be typed, and a link can be another account's. */
export function verificationResult(
  status: string | null,
  person: { signedIn: boolean; verified: boolean },
): Result {
  if (status === "success" && person.signedIn && !person.verified)
    return {
      isSuccess: false,
      title: "Not verified yet",
      text: "The email address of the account that is signed in here is not verified. Follow the link in its mail; we can send you a new one.",
    };
  if (status === "success")
    return { isSuccess: true, title: "Email verified", text: "Thank you. Everything is open to you now." };
  // An old link, followed once more.
  if (person.verified)
    return {
      isSuccess: true,
      title: "Already verified",
      text: "Your email address is verified. All is well.",
    };
  const next = person.signedIn
    ? "We can send you a new one."
    : "Log in, and we send you a new one from your dashboard.";
  return status === "expired"
    ? {
        isSuccess: false,
        title: "This link has expired",
        text: `Verification links work for a while only. ${next}`,
      }
    : {
        isSuccess: false,
        title: "This link does not work",
        text: `It was used before, or not copied as a whole. ${next}`,
      };
}

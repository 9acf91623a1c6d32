/** Texts where a provider is the only way in. */
export const PASSWORDS_OFF = "This site has no passwords. Go back and sign in with its provider.";

import { countPasskeysOfOtherHosts } from "../../passkeys/index.ts";
import { type Check, ok, warning } from "../check.ts";

/**
 * Compares the host of PUBLIC_URL with the passkeys' hosts, because browsers offer a passkey only on its
 * host.
 */
export const passkeysCheck: Check = {
  name: "Passkeys",
  advice: "Look at the database.",
  needsDatabase: true,
  async run({ db, settings }) {
    const { hostname } = new URL(settings.publicUrl);
    const others = await countPasskeysOfOtherHosts(db, hostname);
    if (others.length === 0) return [ok({ seen: `all work at ${hostname}` })];
    const made = others.map(
      ({ rpId, passkeys, users }) => `${passkeys} of ${users} ${users === 1 ? "user" : "users"} for ${rpId}`,
    );
    return [
      warning({
        seen: `PUBLIC_URL has the host ${hostname}, but passkeys were made for another one: ${made.join(", ")}`,
        advice: `Their users see "No passkeys available" at ${hostname} and sign in with their password, their provider or "Forgot password?"; then they add a new passkey there. With the former host in PUBLIC_URL the passkeys work again.`,
      }),
    ];
  },
};

import { defineMessages } from "../../../../contract/texts.ts";
import { countPasskeysOfOtherHosts } from "../../passkeys/index.ts";
import { type Check, ok, warning } from "../check.ts";

const messages = defineMessages("check_passkeys", {
  name: "Passkeys",
  advice: "Look at the database.",
  here: "all work at {host}",
  elsewhere:
    "PUBLIC_URL has the host {host}, but passkeys were made for another one: {passkeys} of {users, plural, one {# user} other {# users}} for {other}",
  elsewhereToo: "{passkeys} of {users, plural, one {# user} other {# users}} for {other}",
  elsewhereAdvice:
    'Their users see "No passkeys available" at {host} and sign in with their password, their provider or "Forgot password?"; then they add a new passkey there. With the former host in PUBLIC_URL the passkeys work again.',
});

/**
 * Compares the host of PUBLIC_URL with the passkeys' hosts, because browsers offer a passkey only on its
 * host.
 */
export const passkeysCheck: Check = {
  id: "passkeys",
  name: messages.name,
  advice: messages.advice,
  needsDatabase: true,
  async run({ db, settings }) {
    const { hostname: host } = new URL(settings.publicUrl);
    const others = await countPasskeysOfOtherHosts(db, host);
    if (others.length === 0) return [ok({ seen: messages.here({ host }) })];
    const seen = others.map(({ rpId: other, ...counts }, index) =>
      index === 0
        ? messages.elsewhere({ host, other, ...counts })
        : messages.elsewhereToo({ other, ...counts }),
    );
    return [warning({ seen, advice: messages.elsewhereAdvice({ host }) })];
  },
};

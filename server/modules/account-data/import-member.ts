import { z } from "zod";
import { AudienceSource } from "../../../contract/api/audience.ts";
import { Email, IsoTime } from "../../../contract/rules/fields.ts";
import { Language } from "../../../contract/rules/languages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { hasInvalidText } from "../../platform/http/validation.ts";
import type { Row } from "./import-input.ts";

/** A member with confirmed consent. Titles and wordings have the maximum lengths of a consent. */
const Member = z.object({
  email: Email,
  source: AudienceSource,
  source_title: z.string().max(limits.tileTitle.max),
  consent_text: z.string().min(1).max(limits.signupConsent.max),
  consented_at: IsoTime.transform((time) => new Date(time)),
  confirmed_at: IsoTime.transform((time) => new Date(time)),
  /** Unknown in archives of an earlier release, and for a language that this release does not have. */
  language: Language.nullish().catch(null),
});

/** Returns a member with the evidence of consent, or null if it is invalid, unconfirmed or from the future. */
export function toMember(row: Row, now: Date) {
  const parsed = hasInvalidText(row) ? undefined : Member.safeParse(row).data;
  if (!parsed || parsed.confirmed_at > now || parsed.consented_at > now) return null;
  const { email, source, source_title, consent_text, consented_at, confirmed_at, language } = parsed;
  return {
    email,
    source,
    sourceTitle: source_title,
    consentText: consent_text,
    consentedAt: consented_at,
    confirmedAt: confirmed_at,
    language: language ?? null,
  };
}

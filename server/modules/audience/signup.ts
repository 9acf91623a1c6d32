import { createHash, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newsConsent } from "../../../contract/rules/consent.ts";
import { Language } from "../../../contract/rules/languages.ts";
import { SIGNUP_FORM } from "../../../contract/rules/script-limits.ts";
import { inTransaction, type Queries } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { isAddress } from "../../platform/mail/address.ts";
import type { DeriveToken } from "../../platform/tokens.ts";
import { findOwner } from "../accounts/index.ts";
import { type CreatorRow, findCreatorById, maySend } from "../creators/index.ts";
import { findAnyTile, isLive, tiles } from "../tiles/index.ts";
import { askToConfirm, consumeSignupLimits, reserveClientSignup } from "./confirmation-email.ts";
import type { AudienceDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { upsertMember } from "./repository.ts";

export type SignupForm = {
  tileId: number;
  title: string;
  button: string | null;
  consent: string;
  creator: CreatorRow;
};

/**
 * Returns the form of a signup tile. Throws 404, or 409 if its creator may not send emails, because the creator's
 * email is unverified or an administrator has stopped the emails.
 */
export async function findForm(db: Queries, tileId: number): Promise<SignupForm> {
  const [tile] = await db
    .select()
    .from(tiles)
    .where(and(eq(tiles.id, tileId), eq(tiles.type, "signup"), tiles.active, isLive()));
  if (!tile) throw notFound("Signup");
  const creator = await findCreatorById(db, tile.creatorId).then(orNotFound("Signup"));
  if (!maySend(creator) || !(await findOwner(db, creator.id)).isVerified) throw errors.closed();
  return {
    tileId,
    title: tile.title,
    button: tile.buttonLabel,
    consent: tile.consentText ?? newsConsent(creator.language).text,
    creator,
  };
}

export const openForm = (deps: AudienceDeps, form: SignupForm) => createFormToken(deps, form);

type Signup = { form: SignupForm; email: string; token: string; trap: string; ip: string };

/**
 * Accepts a signup. A job looks the email up, so that neither the response nor its duration reveals anything
 * about it. Throws 409 for a form that was submitted too early or too late, and 429.
 */
export async function signUp(deps: AudienceDeps, { form, email, token, trap, ip }: Signup): Promise<void> {
  const { db, jobs } = deps;
  // An email may be valid and still too long for SMTP.
  if (!isAddress(email)) throw errors.invalidEmail();
  if (!(await isFormTokenValid(deps, token, form))) throw errors.formOutdated();
  await consumeSignupLimits(deps, { creatorId: form.creator.id, ip });
  // Bots fill in the trap. They receive the same response as users.
  if (trap !== "") return;
  if (!(await reserveClientSignup(deps, { email, ip }))) return;
  const { tileId, title, consent, creator } = form;
  const { id: creatorId, language } = creator;
  const data: z.input<typeof SignupJob> = { creatorId, tileId, title, consent, language, email };
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: SIGNUP_JOB, data }));
}

const SIGNUP_JOB = "audience.signup";
const SignupJob = z.object({
  creatorId: z.number(),
  tileId: z.number(),
  title: z.string(),
  consent: z.string(),
  /** Missing in jobs that an earlier release queued. */
  language: Language.optional(),
  /** Jobs' `email` fields are erased with a user of this email. */
  email: z.string(),
});

/** Defines the job that stores a signup and asks for its confirmation. */
export function signupJob(deps: AudienceDeps): Job {
  return defineJob({
    name: SIGNUP_JOB,
    payload: SignupJob,
    async handler({ data: { creatorId, tileId, title, consent, language = null, email } }) {
      const member = { creatorId, email, tileId, sourceTitle: title, consentText: consent, language };
      await inTransaction(deps.db, async (tx) => {
        const creator = await findCreatorById(tx, creatorId);
        // Unsubscribing is permanent, and no visitor can sign this email up again.
        if (!creator || (await deps.marketing.isSuppressed(tx, { creatorId, address: email }))) return;
        const tile = await findAnyTile(tx, tileId);
        const tileOfSignup = tile ? tileId : null;
        await askToConfirm(
          tx,
          deps,
          await upsertMember(tx, { ...member, source: "signup", tileId: tileOfSignup }),
        );
      });
    },
  });
}

/**
 * The subject that a form's token is bound to. It includes the wording, so that the stored consent is the
 * displayed one.
 */
type Opened = { tileId: number; consent: string };

/** Returns the token of a form opened now: a signed time of the database's clock, which all nodes share. */
export async function createFormToken(deps: { db: Queries; derive: DeriveToken }, opened: Opened) {
  const now = String(await databaseSeconds(deps.db));
  return `${now}.${sign(deps.derive, opened, now)}`;
}

/**
 * Returns whether a form's token is for this subject, old enough for a user to have filled it in, and not
 * expired.
 */
export async function isFormTokenValid(
  deps: { db: Queries; derive: DeriveToken },
  token: string,
  opened: Opened,
): Promise<boolean> {
  const [at = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || !/^\d{1,12}$/.test(at)) return false;
  const expected = Buffer.from(sign(deps.derive, opened, at));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return false;
  const age = (await databaseSeconds(deps.db)) - Number(at);
  return age >= SIGNUP_FORM.minSeconds && age <= SIGNUP_FORM.maxHours * 3600;
}

const sign = (derive: DeriveToken, { tileId, consent }: Opened, at: string): string =>
  derive("signup form", tileId, createHash("sha256").update(consent).digest("base64url"), at);

async function databaseSeconds(db: Queries): Promise<number> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select floor(extract(epoch from clock_timestamp()))::text as now`,
  );
  return Number(rows[0]?.now);
}

import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { SIGNUP_DEFAULTS } from "../../../contract/rules/signup-tile.ts";
import { inTransaction, type Queries } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { isAddress } from "../../platform/mail/address.ts";
import { findOwner } from "../accounts/index.ts";
import { type CreatorRow, findCreatorById, maySend } from "../creators/index.ts";
import { findAnyTile, isLive, tiles } from "../tiles/index.ts";
import { askToConfirm, consumeSignupLimits, reserveClientSignup } from "./confirmation-email.ts";
import type { AudienceDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { createFormToken, isFormTokenValid } from "./form-token.ts";
import { upsertMember } from "./repository.ts";

/** A signup tile, as its form shows it. */
export type SignupForm = {
  tileId: number;
  title: string;
  button: string;
  consent: string;
  creator: CreatorRow;
};

/** Returns the form of a signup tile. Throws 404, and 409 while its creator may not cause emails: the email of the account must be verified, and no administrator has stopped them. */
export async function findForm(db: Queries, tileId: number): Promise<SignupForm> {
  const [tile] = await db
    .select()
    .from(tiles)
    .where(and(eq(tiles.id, tileId), eq(tiles.type, "signup"), tiles.active, isLive()));
  if (!tile) throw notFound("Signup");
  const creator = await findCreatorById(db, tile.creatorId);
  if (!creator) throw notFound("Signup");
  if (!maySend(creator) || !(await findOwner(db, creator.id)).isVerified) throw errors.closed();
  return {
    tileId,
    title: tile.title,
    button: tile.buttonLabel ?? SIGNUP_DEFAULTS.button,
    consent: tile.consentText ?? SIGNUP_DEFAULTS.consent,
    creator,
  };
}

export const openForm = (deps: AudienceDeps, form: SignupForm) => createFormToken(deps, form);

type Signup = { form: SignupForm; email: string; token: string; trap: string; ip: string };

/** Accepts a signup. The response and its time do not depend on whether the email is known, because a job does the rest. Throws 409 for a form that was not opened long enough ago, 429. */
export async function signUp(deps: AudienceDeps, { form, email, token, trap, ip }: Signup): Promise<void> {
  const { db, jobs } = deps;
  // Longer than an SMTP server accepts, for instance.
  if (!isAddress(email)) throw errors.invalidEmail();
  if (!(await isFormTokenValid(deps, token, form))) throw errors.formOutdated();
  await consumeSignupLimits(deps, { creatorId: form.creator.id, ip });
  // A bot receives the same response as a user.
  if (trap !== "") return;
  if (!(await reserveClientSignup(deps, { email, ip }))) return;
  const { tileId, title, consent, creator } = form;
  const data: z.input<typeof SignupJob> = { creatorId: creator.id, tileId, title, consent, email };
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: SIGNUP_JOB, data }));
}

const SIGNUP_JOB = "audience.signup";
const SignupJob = z.object({
  creatorId: z.number(),
  tileId: z.number(),
  title: z.string(),
  consent: z.string(),
  /** Erased with a user of this email, as every job's `email`. */
  email: z.string(),
});

/** Defines the job that stores a signup and asks for its confirmation. */
export function signupJob(deps: AudienceDeps): Job {
  return defineJob({
    name: SIGNUP_JOB,
    payload: SignupJob,
    async handler({ data: { creatorId, tileId, title, consent, email } }) {
      const member = { creatorId, email, tileId, sourceTitle: title, consentText: consent };
      await inTransaction(deps.db, async (tx) => {
        const creator = await findCreatorById(tx, creatorId);
        // Unsubscribing is permanent: no other visitor can sign this email up again.
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

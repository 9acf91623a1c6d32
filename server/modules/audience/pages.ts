import { TRAP_FIELD } from "../../../contract/api/audience.ts";
import { signupPages } from "../../../contract/pages/signup-pages.ts";
import { Email } from "../../../contract/rules/fields.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { hashToken } from "../../platform/tokens.ts";
import { type CreatorRow, findCreatorById, visibleBranding } from "../creators/index.ts";
import { recordWebhook } from "../webhook-events/index.ts";
import type { AudienceDeps } from "./deps.ts";
import { findMemberByToken, lockMemberByToken, type MemberRow, updateMember } from "./repository.ts";
import { findForm, openForm, type SignupForm, signUp } from "./signup.ts";

/** Registers the pages for signing up without scripts and for confirming. */
export function registerSignupPages(registerPage: RegisterPage, deps: AudienceDeps): void {
  /** Returns the creator's name and appearance for these pages, in the language of a signup or of the creator. */
  const ofCreator = (row: CreatorRow, member?: MemberRow) => ({
    creator: { handle: row.handle, display_name: row.displayName },
    ...visibleBranding(row, deps.publicUrl),
    pageLanguage: member?.language ?? row.language,
  });

  registerPage(signupPages.signUp, async ({ form: fields, request, sendPage, sendNotFound }) => {
    const form = await findForm(deps.db, readId(fields.tileId)).catch(toProblem);
    if (form instanceof AppError) return sendNotFound();
    const problem = await trySignUp(deps, { form, fields, ip: request.ip });
    const shared = ofCreator(form.creator);
    if (problem === null) return sendPage({ page: "signup", ...shared, form: null });
    const { tileId, title, button, consent } = form;
    const view = { tileId, title, button, consent, email: fields.email.slice(0, 254) };
    const token = await openForm(deps, form);
    return sendPage(
      { page: "signup", ...shared, form: { ...view, token, problem: problem.text } },
      { status: problem.status },
    );
  });

  registerPage(
    signupPages.askToConfirmSignup,
    async ({ params: { signup: token }, sendPage, sendNotFound }) => {
      const found = await findSignup(deps, token);
      if (!found) return sendNotFound();
      const { email, consentText, confirmedAt } = found.member;
      const pending = confirmedAt === null ? { token, email, consent: consentText } : null;
      return sendPage({ page: "signup-confirmation", ...ofCreator(found.creator, found.member), pending });
    },
  );

  registerPage(signupPages.confirmSignup, async ({ params: { signup: token }, sendPage, sendNotFound }) => {
    const confirmed = await confirmSignup(deps, token);
    const found = confirmed && (await findSignup(deps, token));
    if (!found) return sendNotFound();
    return sendPage({
      page: "signup-confirmation",
      ...ofCreator(found.creator, found.member),
      pending: null,
    });
  });
}

/** Returns the id in a form, or 0, which matches no row. */
const readId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

type Fields = { email: string; token: string; [TRAP_FIELD]: string };
type Problem = { status: number; text: string | null };

/** Signs up with the values of a plain form. Returns the problem, or null. */
async function trySignUp(
  deps: AudienceDeps,
  { form, fields, ip }: { form: SignupForm; fields: Fields; ip: string },
): Promise<Problem | null> {
  const email = Email.safeParse(fields.email);
  if (!email.success) return { status: 400, text: email.error.issues[0]?.message ?? "" };
  // The form on a creator's page has no token, because that page is the same for every visitor. The next page
  // brings one.
  if (fields.token === "") return { status: 200, text: null };
  const signup = { form, email: email.data, token: fields.token, trap: fields[TRAP_FIELD], ip };
  const error = await signUp(deps, signup).then(() => null, toProblem);
  return error && { status: error.status, text: error.text };
}

function toProblem(error: unknown): AppError {
  if (error instanceof AppError && error.status < 500) return error;
  throw error;
}

/** Returns the signup of a confirmation link and its creator, or undefined if it was deleted. */
export async function findSignup({ db }: AudienceDeps, token: string) {
  const member = await findMemberByToken(db, hashToken(token));
  const creator = member && (await findCreatorById(db, member.creatorId));
  return creator && { member, creator };
}

/**
 * Adds the email of a confirmation link to the audience. A repeat changes nothing. Returns the signup, or
 * undefined if it was deleted.
 */
export async function confirmSignup({ db, jobs, analytics }: AudienceDeps, token: string) {
  return inTransaction(db, async (tx) => {
    const member = await lockMemberByToken(tx, hashToken(token));
    if (!member || member.confirmedAt !== null) return member;
    await updateMember(tx, member.id, { isConfirmed: true });
    const { creatorId, tileId, source } = member;
    if (source === "signup") await analytics.recordSignup(tx, { creatorId, tileId });
    await recordWebhook(tx, jobs, {
      creatorId,
      type: "signup.confirmed",
      subject: `signup ${member.id}`,
      cause: `signup.confirmed ${member.id}`,
      data: { signup_id: member.id, source, tile_id: tileId },
    });
    return member;
  });
}

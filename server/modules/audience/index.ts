import { paths } from "../../../contract/rules/paths.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { withDeps } from "../../platform/with-deps.ts";
import type { Analytics } from "../analytics/index.ts";
import type { CreatorRow } from "../creators/index.ts";
import { hashEmail, type Marketing } from "../marketing/index.ts";
import { askImportedJob } from "./ask-imported.ts";
import { addBuyer, type Buyer, reserveBuyerSignup } from "./buyers.ts";
import { requireMaySend } from "./campaigns.ts";
import { confirmationEmailJob, confirmationToken } from "./confirmation-email.ts";
import type { AudienceDeps } from "./deps.ts";
import { importLetter, importMembers, importSent } from "./import.ts";
import { addReaders, findKnown, removeReaders } from "./imported-readers.ts";
import { findLetterPage, registerLetterPages } from "./letter-pages.ts";
import { findLetter } from "./letter-repository.ts";
import { scheduledLettersJob } from "./letter-schedule.ts";
import { listLettersOf } from "./letters.ts";
import { findReader } from "./listing.ts";
import { registerSignupPages } from "./pages.ts";
import { announceRemovals } from "./removals.ts";
import {
  confirmedEmails,
  deleteAudience,
  deleteEmail,
  deleteUnconfirmed,
  isPending,
  listConfirmed,
} from "./repository.ts";
import { registerAudienceRoutes, registerCampaignRoutes, registerLetterRoutes } from "./routes.ts";
import { signupJob } from "./signup.ts";

export type { ImportedEmail, ImportedLetter } from "./import.ts";
export type { NewReader } from "./imported-readers.ts";
export { countMembers, listMembersFrom, writeMembers } from "./listing.ts";
export { findReplyAddress } from "./replies.ts";
export { creatorOfSignup, findReaderLanguage } from "./repository.ts";

/** Lists the recipients of a creator's emails. */
export const audienceMembers = { query: confirmedEmails, list: listConfirmed };
export { letterModel, listPublicLetters } from "./letter-pages.ts";
/** Removes an unsubscribed email. */
export async function leaveAudience(
  tx: Transaction,
  jobs: Infrastructure["jobs"],
  left: { creatorId?: number; emailHash: Buffer },
): Promise<void> {
  await announceRemovals(tx, jobs, await deleteEmail(tx, left));
}

export type Audience = ReturnType<typeof createAudience>["api"];

/** Creators' audiences: emails that receive news, with the evidence of their consent. */
export function createAudience(
  infrastructure: Infrastructure,
  uses: { analytics: Analytics; marketing: Marketing },
) {
  const { db, derive, settings } = infrastructure;
  const deps: AudienceDeps = { ...infrastructure, ...uses, publicUrl: settings.publicUrl };
  const campaignDeps = { ...deps, dailyRecipients: settings.creatorEmails };
  return {
    routes: ({ registerRoute }) => {
      registerAudienceRoutes(registerRoute, deps);
      registerCampaignRoutes(registerRoute, campaignDeps);
      registerLetterRoutes(registerRoute, campaignDeps);
    },
    pages: (registerPage) => {
      registerSignupPages(registerPage, deps);
      registerLetterPages(registerPage, deps);
    },
    jobs: [
      signupJob(deps),
      confirmationEmailJob(deps),
      scheduledLettersJob(campaignDeps),
      askImportedJob(campaignDeps),
    ],
    maintenance: { "delete-unconfirmed-signups": () => deleteUnconfirmed(db) },
    emailLinks: {
      signup: {
        path: ({ seed }) => paths.confirmSignup(confirmationToken(derive, seed)),
        refresh: ({ seed }) => isPending(db, seed),
      },
    },
    api: {
      /** Adds a buyer who consents to news, in the transaction that completes the order. */
      addBuyer: (tx: Transaction, buyer: Buyer) => addBuyer(tx, deps, buyer),
      /** Returns whether an email is unsubscribed from a creator's emails. */
      isUnsubscribed: (queries: Queries, of: { creatorId: number; address: string }) =>
        deps.marketing.isSuppressed(queries, of),
      findReader,
      ...withDeps(deps, { reserveBuyerSignup, findLetterPage, listLettersOf }),
      /**
       * Imports confirmed members of an archive with their consents, except those unsubscribed here. Sends no
       * email.
       */
      importMembers: (tx: Transaction, members: Parameters<typeof importMembers>[2]) =>
        importMembers(tx, deps, members),
      /** Readers of other services. Those without a proof of their confirmation are asked within the daily limits. */
      readers: {
        findKnown: (queries: Queries, of: Parameters<typeof findKnown>[2]) => findKnown(queries, deps, of),
        add: addReaders,
        remove: removeReaders,
        /** Throws 409 if the creator may not send emails. */
        requireMaySend: (tx: Transaction, creator: CreatorRow) => requireMaySend(tx, campaignDeps, creator),
      },
      /** Imports a draft without a schedule, in a transaction that has locked the creator. Returns its id. */
      importLetter: (tx: Transaction, letter: Parameters<typeof importLetter>[2]) =>
        importLetter(tx, campaignDeps, letter),
      /** Imports a sent email with its page and numbers, without sending it, in a transaction that has locked the creator. */
      importSent: (tx: Transaction, email: Parameters<typeof importSent>[2]) =>
        importSent(tx, campaignDeps, email),
      /** Returns whether a creator has a draft or scheduled email. */
      hasLetter: async (tx: Transaction, own: Parameters<typeof findLetter>[1]) =>
        (await findLetter(tx, own)) !== undefined,
      /** Returns whether a creator has sent an email. */
      hasSent: deps.marketing.hasSent,
      /** Lists the sent emails of a creator with their figures, oldest first. */
      listSentOf: (creatorId: number) => deps.marketing.listSentFrom(creatorId),
      /** Deletes the audience of a creator. */
      eraseCreator: deleteAudience,
      /** Removes a deleted user's email from every audience. */
      eraseEmail: (tx: Transaction, email: string) =>
        leaveAudience(tx, infrastructure.jobs, { emailHash: hashEmail(email) }),
    },
  } satisfies Module;
}

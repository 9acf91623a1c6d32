import type { ConnectStatus } from "../../../contract/connect.ts";
import { paths } from "../../../contract/paths.ts";
import { inTransaction, type Queries } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { mayReadProvider } from "../../platform/payments/limit.ts";
import { CreationFailed } from "../../platform/payments/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import {
  findCreatorById,
  lockCreator,
  platformFeeBps,
  setPayoutAccount,
  setTipsEnabled,
} from "../creators/index.ts";
import { type ConnectDeps, refreshAccount } from "./accounts.ts";
import { messages, mustVerifyEmail, notConnected, requirementsDue } from "./errors.ts";
import {
  type AccountRow,
  claimAccount,
  findCurrentAccount,
  setAccountIdOnce,
  setCreationFailed,
} from "./repository.ts";
import { isComplete, paymentModeOf } from "./rules.ts";

type Person = Viewer & { creatorId: number };

/** Returns the current state of a creator's payout account from the provider. Throws 503. */
export async function getStatus(deps: ConnectDeps, creatorId: number): Promise<ConnectStatus> {
  const account = (await mayReadProvider(deps.limits, creatorId))
    ? await withProviderTimeout(messages.status, () => readCurrent(deps, creatorId))
    : await findCurrent(deps, creatorId);
  return presentStatus(deps, creatorId, account);
}

/** Creates the creator's account at the provider once and returns an onboarding link. Throws 403, 503. */
export async function startOnboarding(
  deps: ConnectDeps,
  { viewer, embedded }: { viewer: Person; embedded: boolean },
) {
  if (!viewer.emailVerifiedAt) throw mustVerifyEmail();
  return withProviderTimeout(messages.onboard, async () => {
    const { rowId, accountId } = await ensureAccount(deps, viewer);
    const account = await refreshAccount(deps, rowId, "read");
    const creator = await getOwn(deps, viewer.creatorId);
    return {
      onboardingUrl: await linkTo(deps, accountId, account),
      embeddedClientSecret: embedded ? await deps.payments.createEmbeddedSession(accountId) : null,
      accountId,
      platformFeeBps: platformFeeBps(creator),
    };
  });
}

/** Returns a new link to the account, for onboarding or for managing it. Throws 403, 409, 503. */
export async function refreshOnboarding(deps: ConnectDeps, viewer: Person): Promise<string> {
  if (!viewer.emailVerifiedAt) throw mustVerifyEmail();
  return withProviderTimeout(messages.refresh, async () => {
    const account = await readCurrent(deps, viewer.creatorId);
    if (!account?.accountId) throw notConnected();
    return linkTo(deps, account.accountId, account);
  });
}

/** Turns tips on or off. Turning them on needs an account without open requirements; they can always be turned off. Throws 403, 409, 503. */
export async function setTips(
  deps: ConnectDeps,
  { viewer, enabled }: { viewer: Person; enabled: boolean },
): Promise<ConnectStatus> {
  const { creatorId } = viewer;
  if (enabled && !viewer.emailVerifiedAt) throw mustVerifyEmail();
  await withProviderTimeout(messages.tips, () => readCurrent(deps, creatorId));
  await inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId);
    if (!creator) throw notFound("Creator");
    // Read with the lock held, because an event may have changed the account since the first read.
    const account = await findCurrent(deps, creatorId, tx);
    const isTurningOff = !enabled && creator.tipsEnabled;
    if (!isTurningOff) {
      if (!account?.accountId) throw notConnected();
      if (!account.canSell || !isComplete(account)) throw requirementsDue();
    }
    if (creator.tipsEnabled === enabled) return;
    await setTipsEnabled(tx, { creatorId, pageInvalidations: deps.pageInvalidations, enabled });
  });
  return presentStatus(deps, creatorId, await findCurrent(deps, creatorId));
}

function findCurrent({ db, payments }: ConnectDeps, creatorId: number, tx: Queries = db) {
  return findCurrentAccount(tx, { creatorId, mode: paymentModeOf(payments) });
}

async function readCurrent(deps: ConnectDeps, creatorId: number): Promise<AccountRow | undefined> {
  const row = await findCurrent(deps, creatorId);
  return row?.accountId ? refreshAccount(deps, row.id, "read") : undefined;
}

/** Returns the creator's account and creates it if needed. Concurrent or repeated calls return the same account, because the same idempotency key is sent until a response is received. */
async function ensureAccount(deps: ConnectDeps, { creatorId, email }: Person) {
  const row = await claimAccount(deps.db, { creatorId, mode: paymentModeOf(deps.payments) });
  if (row.accountId) return { rowId: row.id, accountId: row.accountId };
  const created = await createAccount(deps, row, email);
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockCreator(tx, creatorId))) throw notFound("Creator");
    const accountId = await setAccountIdOnce(tx, row.id, created.id);
    await setPayoutAccount(tx, { creatorId, pageInvalidations: deps.pageInvalidations, accountId });
    return { rowId: row.id, accountId };
  });
}

/** Creates the account. After an error it uses another idempotency key, and first checks whether the account exists in spite of the error. */
async function createAccount({ db, payments }: ConnectDeps, row: AccountRow, email: string) {
  const { id: reference, attempt } = row;
  const known = attempt === 0 ? undefined : await payments.findAccount(reference, row.createdAt);
  if (known) return known;
  const idempotencyKey = `account-${reference}${attempt === 0 ? "" : `-${attempt}`}`;
  const account = { owner: String(row.creatorId), reference, email, idempotencyKey };
  return payments.createAccount(account).catch(async (error: unknown) => {
    if (error instanceof CreationFailed) await setCreationFailed(db, row);
    throw error;
  });
}

function linkTo(deps: ConnectDeps, accountId: string, account: AccountRow | undefined): Promise<string> {
  const settings = `${deps.publicUrl}${paths.settings()}`;
  return deps.payments.createOnboardingLink({
    accountId,
    returnUrl: `${settings}?onboarding=return`,
    refreshUrl: `${settings}?onboarding=refresh`,
    ready: account !== undefined && isComplete(account),
  });
}

async function presentStatus(
  deps: ConnectDeps,
  creatorId: number,
  account: AccountRow | undefined,
): Promise<ConnectStatus> {
  const creator = await getOwn(deps, creatorId);
  const id = account?.accountId ?? null;
  return {
    connected: id !== null,
    tipsEnabled: creator.tipsEnabled,
    platformFeeBps: platformFeeBps(creator),
    provider: "stripe",
    mode: paymentModeOf(deps.payments),
    kind: (id && account?.kind) || null,
    canSell: (id !== null && account?.kind !== "express" && account?.canSell) || false,
    country: account?.country ?? null,
    account:
      account && id
        ? { id, requirements: { currentlyDue: account.currentlyDue, pastDue: account.pastDue } }
        : null,
  };
}

async function getOwn(deps: ConnectDeps, creatorId: number) {
  const creator = await findCreatorById(deps.db, creatorId);
  if (!creator) throw notFound("Creator");
  return creator;
}

import { DEFAULT_PROVIDER, PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { type AccountProvider, CreationFailed } from "../../platform/payments/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { creatorErrors, lockCreator, platformFeeBps, setPayoutAccount } from "../creators/index.ts";
import { type ConnectDeps, refreshAccount } from "./accounts.ts";
import { authorizationUrl } from "./authorization.ts";
import { errors, messages } from "./errors.ts";
import {
  type AccountRow,
  claimAccount,
  findCurrentAccount,
  setAccountIdOnce,
  setCreationFailed,
} from "./repository.ts";
import { assertOffered, isComplete, modeOf, modesOf } from "./rules.ts";
import { queuePayoutChanged } from "./sales-stopped.ts";
import { findCurrent, getOwnCreator, readCurrent } from "./service.ts";

/**
 * Creates the creator's account at the provider, if there is none, and returns an onboarding link. Outside
 * the sandbox this also selects the provider for the creator's sales. Throws 400, 403, 409, 503.
 */
export async function startOnboarding(
  deps: ConnectDeps,
  { embedded, ...requested }: Requested & { embedded: boolean },
) {
  const { viewer } = requested;
  if (!viewer.emailVerifiedAt) throw creatorErrors.unverified();
  assertOffered(deps, requested.provider, "connected");
  const { authorization } = deps.accountProviders[requested.provider];
  if (authorization) return authorize(deps, authorization, requested);
  return withProviderTimeout(messages.onboard, async () => {
    const { rowId, accountId } = await ensureAccount(deps, requested);
    const account = await refreshAccount(deps, rowId, "read");
    const provider = account?.provider ?? requested.provider;
    const creator = await getOwnCreator(deps, viewer.creatorId);
    return {
      onboardingUrl: await linkTo(deps, { accountId, provider, account }),
      embeddedClientSecret: embedded
        ? await deps.accountProviders[provider].createEmbeddedSession(accountId)
        : null,
      accountId,
      platformFeeBps: platformFeeBps(creator, deps.plans),
    };
  });
}

/**
 * Returns the URL of the page where a creator connects an account, which may replace another one. Throws 409.
 */
async function authorize(
  deps: ConnectDeps,
  authorization: NonNullable<AccountProvider["authorization"]>,
  { viewer, provider }: Requested,
) {
  const current = await findCurrent(deps, { creatorId: viewer.creatorId, provider });
  if (current?.kind === "own") throw errors.alreadyConnected({ provider: PROVIDER_NAMES[provider] });
  return {
    onboardingUrl: await authorizationUrl(deps, authorization, { viewer, provider }),
    embeddedClientSecret: null,
    accountId: null,
    platformFeeBps: platformFeeBps(await getOwnCreator(deps, viewer.creatorId), deps.plans),
  };
}

/** Returns a new link to the account, for onboarding or for managing it. Throws 403, 409, 503. */
export async function refreshOnboarding(
  deps: ConnectDeps,
  viewer: CreatorViewer,
  provider: ProviderName | undefined,
): Promise<string> {
  if (!viewer.emailVerifiedAt) throw creatorErrors.unverified();
  return withProviderTimeout(messages.refresh, async () => {
    const account = await readCurrent(deps, { creatorId: viewer.creatorId, provider });
    if (!account?.accountId)
      throw errors.notConnected({ provider: PROVIDER_NAMES[provider ?? DEFAULT_PROVIDER] });
    return linkTo(deps, { accountId: account.accountId, provider: account.provider, account });
  });
}

type Requested = { viewer: CreatorViewer; country: string | undefined; provider: ProviderName };

/**
 * Returns the creator's account, or creates it. Concurrent and repeated calls return the same account,
 * because they send the same idempotency key until a response is received.
 */
async function ensureAccount(deps: ConnectDeps, { viewer, country, provider }: Requested) {
  const { creatorId } = viewer;
  const row = await claimRow(deps, { creatorId, country, provider });
  if (row.kind === "own") throw errors.alreadyConnected({ provider: PROVIDER_NAMES[row.provider] });
  const created = row.accountId ? { id: row.accountId } : await createAccount(deps, row, viewer.email);
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Creator"));
    const accountId = await setAccountIdOnce(tx, row.id, created.id);
    const paymentProvider = row.mode === "sandbox" ? undefined : row.provider;
    const isChosen = paymentProvider === undefined || creator.paymentProvider === paymentProvider;
    if (creator.stripeAccountId !== accountId || !isChosen) {
      const { pageInvalidations } = deps;
      await setPayoutAccount(tx, { creatorId, pageInvalidations, accountId, paymentProvider });
      const { provider } = row;
      await queuePayoutChanged(tx, deps, { creatorId, provider, accountId, change: "connected" });
    }
    return { rowId: row.id, accountId };
  });
}

/** Returns the row of the account, or inserts one with this country. Throws 400 without a country. */
function claimRow(
  { db, accountProviders }: ConnectDeps,
  { creatorId, country, provider }: { creatorId: number } & Pick<Requested, "country" | "provider">,
): Promise<AccountRow> {
  const owner = { creatorId, provider, mode: modeOf(accountProviders[provider]) };
  const modes = modesOf(accountProviders, provider);
  return inTransaction(db, async (tx) => {
    if (!(await lockCreator(tx, creatorId))) throw notFound("Creator");
    const row = await findCurrentAccount(tx, { creatorId, modes });
    if (row && (row.accountId || !country)) return row;
    if (!country && owner.mode !== "sandbox") throw errors.countryMissing();
    return claimAccount(tx, { ...owner, country: country ?? null });
  });
}

/**
 * Creates the account at the provider. After a failed attempt, first looks for an account that the attempt may have
 * created, then uses another idempotency key. Another country also needs another key.
 */
async function createAccount(deps: ConnectDeps, row: AccountRow, email: string) {
  const { accountProviders, db, publicUrl } = deps;
  const payments = accountProviders[row.provider];
  const { id: reference, attempt, country } = row;
  const known = attempt === 0 ? undefined : await payments.findAccount(reference, row.createdAt);
  if (known) return known;
  const { displayName, handle } = await getOwnCreator(deps, row.creatorId);
  const account = {
    owner: String(row.creatorId),
    reference,
    email,
    displayName,
    pageUrl: `${publicUrl}${paths.creator(handle)}`,
    country,
    idempotencyKey: `account-${reference}${attempt === 0 ? "" : `-${attempt}`}`,
  };
  return payments.createAccount(account).catch(async (error: unknown) => {
    if (error instanceof CreationFailed) await setCreationFailed(db, row);
    throw error;
  });
}

function linkTo(
  deps: ConnectDeps,
  {
    accountId,
    provider,
    account,
  }: { accountId: string; provider: ProviderName; account: AccountRow | undefined },
): Promise<string> {
  const settings = `${deps.publicUrl}${paths.settings()}`;
  return deps.accountProviders[provider].createOnboardingLink({
    accountId,
    kind: account?.kind ?? "connected",
    returnUrl: `${settings}?onboarding=return`,
    refreshUrl: `${settings}?onboarding=refresh`,
    ready: account?.canSell === true && isComplete(account),
  });
}

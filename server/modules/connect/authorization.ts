import { timingSafeEqual } from "node:crypto";
import { type ConnectFailure, connectRoutes } from "../../../contract/api/connect.ts";
import type { ProviderName } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction, lockName } from "../../platform/database/index.ts";
import { httpErrors, notFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import {
  type AccountProvider,
  type PayoutAccount,
  ProviderUnavailable,
} from "../../platform/payments/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { lockCreator, setPayoutAccount } from "../creators/index.ts";
import type { ConnectDeps } from "./accounts.ts";
import { findLatestAccount } from "./authorized-accounts.ts";
import { messages } from "./errors.ts";
import {
  endAccount,
  findCurrentAccount,
  insertExistingAccount,
  listLiveAccounts,
  saveAccountState,
  stateOf,
} from "./repository.ts";
import { modeOf, modesOf } from "./rules.ts";
import { queuePayoutChanged } from "./sales-stopped.ts";

/** Two hours, because the user may first have to open an account at the provider. */
const STATE_SECONDS = 2 * 60 * 60;

type Asked = { viewer: CreatorViewer; provider: ProviderName };

/**
 * Returns the URL of the provider's page where a creator lets this installation act for their account. Only
 * this session can return from it, once.
 */
export async function authorizationUrl(
  deps: ConnectDeps,
  authorization: NonNullable<AccountProvider["authorization"]>,
  asked: Asked,
): Promise<string> {
  const until = Math.floor(deps.clock.now().getTime() / 1000) + STATE_SECONDS;
  const state = `${until}.${await secretOf(deps, asked, until)}`;
  return authorization.url({ state, returnUrl: returnUrlOf(deps, asked.provider) });
}

/**
 * Returns the secret of a link. It changes when an account is connected or disconnected, so that a used link
 * does not work again.
 */
async function secretOf(deps: ConnectDeps, { viewer, provider }: Asked, until: number): Promise<string> {
  const { creatorId, sessionId } = viewer;
  const latest = await findLatestAccount(deps.db, {
    creatorId,
    provider,
    mode: modeOf(deps.accountProviders[provider]),
  });
  const before = latest ? `${latest.id} ${latest.revision}` : "none";
  return deps.derive("connect state", sessionId, creatorId, provider, before, until);
}

const returnUrlOf = ({ publicUrl }: ConnectDeps, provider: ProviderName) =>
  publicUrl + connectRoutes.callback.path.replace(":provider", provider);

/** Returns whether a state belongs to this session, is unused and has not expired. */
async function isValid(deps: ConnectDeps, asked: Asked, state: string): Promise<boolean> {
  const [, until = "", secret = ""] = /^(\d{1,12})\.([\w-]{1,100})$/.exec(state) ?? [];
  const expected = Buffer.from(await secretOf(deps, asked, Number(until)));
  const actual = Buffer.from(secret);
  return (
    actual.length === expected.length &&
    timingSafeEqual(actual, expected) &&
    Number(until) * 1000 >= deps.clock.now().getTime()
  );
}

/** Connects the account of a creator who returns from the provider's page. Returns the browser's next URL. */
export async function finishAuthorization(
  deps: ConnectDeps,
  { query, ...asked }: Asked & { query: { state: string; code: string; error: string } },
): Promise<string> {
  const { authorization } = deps.accountProviders[asked.provider];
  if (!authorization) throw httpErrors.noResource();
  if (!(await isValid(deps, asked, query.state))) return settingsPath(asked.provider, "expired");
  if (query.code === "") return settingsPath(asked.provider, "refused");
  try {
    const { code } = query;
    const returnUrl = returnUrlOf(deps, asked.provider);
    const account = await withProviderTimeout(messages.onboard, () =>
      authorization.connect({ code, returnUrl }),
    );
    const isStored = await storeAccount(deps, asked, account);
    return settingsPath(asked.provider, isStored ? undefined : "taken");
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return settingsPath(asked.provider, "failed");
  }
}

const isUnavailable = (error: unknown) =>
  error instanceof ProviderUnavailable ||
  (error instanceof Error && error.cause instanceof ProviderUnavailable);

/** Returns the path of the settings page, which reads the account again or explains a failure. */
export const settingsPath = (provider: ProviderName, failure?: ConnectFailure) =>
  failure === undefined
    ? `${paths.settings()}?onboarding=return`
    : `${paths.settings()}?${new URLSearchParams({ connect: failure, provider })}`;

/**
 * Stores the account that a creator has connected, and ends the creator's former account at the provider. Returns
 * false if another page sells through it.
 */
async function storeAccount(
  deps: ConnectDeps,
  { viewer: { creatorId }, provider }: Asked,
  account: PayoutAccount,
): Promise<boolean> {
  const { db, accountProviders, pageInvalidations } = deps;
  const modes = modesOf(accountProviders, provider);
  const platformId = await deps.platformId(provider);
  const owner = { creatorId, provider, mode: modeOf(accountProviders[provider]) };
  return inTransaction(db, async (tx) => {
    if (!(await lockCreator(tx, creatorId))) throw notFound("Creator");
    // Two creators may return with the same account at the same moment.
    await lockName(tx, `account ${provider} ${account.id}`);
    const rows = await listLiveAccounts(tx, { provider, id: account.id });
    const isOthers = rows.some(
      (row) => row.creatorId !== creatorId && row.kind === "connected" && row.mode === owner.mode,
    );
    if (isOthers) return false;
    const current = await findCurrentAccount(tx, { creatorId, modes });
    const state = stateOf(account, platformId);
    if (current?.kind === "connected" && current.accountId === account.id) {
      await saveAccountState(tx, current.id, state);
    } else {
      if (current) await endAccount(tx, current.id);
      const { id: accountId } = account;
      await insertExistingAccount(tx, { ...owner, kind: "connected", accountId, ...state });
      await queuePayoutChanged(tx, deps, { creatorId, provider, accountId, change: "connected" });
    }
    await setPayoutAccount(tx, {
      creatorId,
      pageInvalidations,
      accountId: account.id,
      paymentProvider: provider,
    });
    await deps.readPayments(tx, { provider, account: account.id });
    return true;
  });
}

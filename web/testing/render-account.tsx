import { type AccountDeletion, accountDeletionRoutes } from "../../contract/api/account-deletion.ts";
import { accountExportRoutes } from "../../contract/api/account-exports.ts";
import { accountImportRoutes } from "../../contract/api/account-imports.ts";
import { accountSecurityRoutes } from "../../contract/api/account-security.ts";
import { apiKeyRoutes } from "../../contract/api/api-keys.ts";
import { domainRoutes } from "../../contract/api/domains.ts";
import { passkeyRoutes } from "../../contract/api/passkeys.ts";
import { webhookRoutes } from "../../contract/api/webhooks.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { aCreator } from "./console-entities.ts";
import type { FakeServer } from "./fake-server.ts";
import { renderConsole } from "./render-console.tsx";

export const NO_DELETION: AccountDeletion = {
  scheduled_for: null,
  paid_orders: 0,
  has_subscription: false,
  is_last_admin: false,
};

/** Responds to the account's data settings, without exports and imports. */
export function respondToAccountData(server: FakeServer) {
  server.respond(accountImportRoutes.imports, { imports: [] });
  server.respond(accountExportRoutes.exports, { exports: [] });
  server.respond(accountDeletionRoutes.deletion, { deletion: NO_DELETION });
}

/** Renders the account's data settings, without exports and imports. */
export function renderAccountData(define: (server: FakeServer) => void = () => {}, creator = aCreator()) {
  return renderConsole("/dashboard/settings/data", {
    creator,
    server: (server) => {
      respondToAccountData(server);
      define(server);
    },
  });
}

export const ACCOUNT = { email: "anna@example.org", has_password: true, pending_email: null, language: null };

/** Renders the security settings of an account with a password. */
export function renderSecurity(define: (server: FakeServer) => void = () => {}, creator = aCreator()) {
  return renderConsole("/dashboard/settings/security", {
    creator,
    server: (server) => {
      server.respond(accountSecurityRoutes.overview, ACCOUNT);
      server.respond(accountSecurityRoutes.sessions, { sessions: [] });
      server.respond(accountSecurityRoutes.history, { signIns: [], total: 0, page: 1, pageSize: 25 });
      server.respond(accountSecurityRoutes.refundLimit, { limitCents: 10_000 });
      server.respond(passkeyRoutes.list, { passkeys: [] });
      define(server);
    },
  });
}

/** Renders the API settings of a creator without keys and webhooks. */
export function renderApi(define: (server: FakeServer) => void = () => {}, creator = aCreator()) {
  return renderConsole("/dashboard/settings/api", {
    creator,
    server: (server) => {
      server.respond(apiKeyRoutes.list, { keys: [] });
      server.respond(webhookRoutes.list, { endpoints: [] });
      define(server);
    },
  });
}

const WITH_DOMAINS = { ...DEFAULT_SITE, hasDomains: true };

/** Renders the address settings of a creator without own domains. */
export function renderAddress(define: (server: FakeServer) => void = () => {}, creator = aCreator()) {
  return renderConsole("/dashboard/settings/address", {
    creator,
    site: WITH_DOMAINS,
    server: (server) => {
      server.respond(domainRoutes.list, { available: true, domains: [] });
      define(server);
    },
  });
}

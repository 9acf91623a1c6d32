import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "@playwright/test";
import { startMailServer, type TakenMail } from "../../server/platform/mail/smtp-server.test-kit.ts";
import { bareEnvironment } from "../../server/testing/bare-environment.ts";
import { findFreePort } from "../../server/testing/free-port.ts";
import { type OpenIdServer, startOpenIdServer } from "../../server/testing/openid-server.ts";
import type { CreatorAccount } from "./creator.ts";
import { test as base } from "./fixtures.ts";

const client = { clientId: "tessera", clientSecret: "what only the two know, long enough" };

/** A separate installation with a real SMTP server and OpenID provider. */
export type AccountSite = {
  url: string;
  provider: OpenIdServer;
  /** Waits for `count` emails to a recipient and returns the newest. */
  mailTo(address: string, count?: number): Promise<TakenMail>;
};

/** Returns the first URL of the site in an email's text. */
export function linkIn({ mail }: TakenMail, site: AccountSite): string {
  const link = new RegExp(`${site.url}/\\S+`).exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`no link to ${site.url} in: ${mail.text}`);
  return link;
}

/** Confirms a new creator's email by the emailed link, which order emails require. */
export async function confirmEmail(creator: CreatorAccount, site: AccountSite): Promise<void> {
  await creator.open(linkIn(await site.mailTo(creator.user.email), site));
}

export const test = base.extend<object, { site: AccountSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const port = await findFreePort();
      const url = `http://localhost:${port}`;
      const mails = await startMailServer();
      const provider = await startOpenIdServer({
        ...client,
        redirectUris: [`${url}/api/auth/google/callback`, `${url}/api/auth/oidc/callback`],
      });
      const dataDir = await mkdtemp(join(tmpdir(), "tessera-accounts-"));
      await chmod(dataDir, 0o755);
      const server = start({ port, dataDir, smtpUrl: mails.url, issuer: provider.issuer });
      try {
        await server.untilReady(url);
        await use({
          url,
          provider,
          mailTo: async (address, count = 1) => {
            const found = () => mails.taken.filter(({ envelope }) => envelope.to.includes(address));
            await expect.poll(() => found().length, { message: `mails to ${address}` }).toBe(count);
            const newest = found().at(-1);
            if (!newest) throw new Error(`no mail to ${address}`);
            return newest;
          },
        });
      } finally {
        await server.stop();
        await provider.stop();
        await mails.stop();
        await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      }
    },
    { scope: "worker", timeout: 600_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

function start(given: { port: number; dataDir: string; smtpUrl: string; issuer: string }) {
  const env = {
    ...bareEnvironment(),
    PORT: String(given.port),
    DATA_DIR: given.dataDir,
    SMTP_URL: given.smtpUrl,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
    GOOGLE_ISSUER: given.issuer,
    RATE_LIMITS: "off",
    SEED_DEMO: "false",
    LOG_LEVEL: "warn",
  };
  const child: ChildProcess = spawn("node_modules/.bin/node", ["dist/app/main.js"], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  return {
    async untilReady(url: string) {
      while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
        if (child.exitCode !== null) throw new Error(`The server stopped:\n${output}`);
        await delay(50);
      }
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

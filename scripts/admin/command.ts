import { emailOf } from "../../contract/rules/meanings.ts";
import { type Config, ConfigError, readConfig } from "../../server/config/config.ts";
import { grantAdmin, revokeAdmin } from "../../server/modules/accounts/admins.ts";
import { createOperatorLink } from "../../server/modules/accounts/operator-links.ts";
import type { Database } from "../../server/platform/database/index.ts";
import { withDatabase, withOpenDatabase } from "../../server/start/installation.ts";

const USAGE = `How to use it:
  npm run admin -- grant EMAIL     makes the account with this address an administrator
  npm run admin -- revoke EMAIL    makes an administrator an ordinary creator again
  npm run admin -- sign-in EMAIL   prints a link that signs in to the account, once and within 15 minutes`;

const COMMANDS = { grant, revoke, "sign-in": printLink } as const;
const isCommand = (name: string | undefined): name is keyof typeof COMMANDS =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

/** The text to print, and whether the command succeeded. */
export type CommandResult = { text: string; ok: boolean };
const done = (text: string): CommandResult => ({ text, ok: true });
const rejected = (text: string): CommandResult => ({ text, ok: false });

/** Grants or revokes the admin role. */
export async function runAdmin(args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  return run(args, env).catch((error: unknown) => rejected(explain(error)));
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const [command, address = "", ...more] = args;
  const email = emailOf(address);
  if (!isCommand(command) || email === "" || more.length > 0) return rejected(USAGE);
  const config = readConfig(env);
  const change = COMMANDS[command];
  const result = await withDatabase(config, (url) =>
    withOpenDatabase({ url, maxConnections: 1 }, (db) => change(db, email, config)),
  );
  return (
    result ??
    rejected(
      `There is no installation in ${config.dataDir}. Start Tessera first, or set DATA_DIR to its folder.`,
    )
  );
}

async function grant(db: Database, email: string): Promise<CommandResult> {
  const outcome = await grantAdmin(db, email);
  if (outcome === "unknown") return rejected(noAccount(email));
  if (outcome === "already") return done(`${email} is an administrator already.`);
  const note = outcome.verified
    ? ""
    : "\nThe address is not verified yet: nobody has shown that it is theirs.";
  return done(`${email} is an administrator now.${note}`);
}

async function revoke(db: Database, email: string, { adminEmail }: Config): Promise<CommandResult> {
  const outcome = await revokeAdmin(db, email);
  if (outcome === "unknown") return rejected(noAccount(email));
  if (outcome === "already") return done(`${email} is not an administrator.`);
  if (outcome === "last") {
    return rejected(
      `${email} is the only administrator. Make somebody else one first: npm run admin -- grant EMAIL`,
    );
  }
  const note =
    adminEmail === email
      ? "\nADMIN_EMAIL names this address: the next start makes it an administrator again. Change that setting as well."
      : "";
  return done(`${email} is not an administrator any more.${note}`);
}

async function printLink(db: Database, email: string, { publicUrl }: Config): Promise<CommandResult> {
  const link = await createOperatorLink(db, { email, publicUrl });
  if (!link) return rejected(noAccount(email));
  return done(`${link}\nIt signs in as ${email}, once and within 15 minutes: do not pass it on.`);
}

function noAccount(email: string): string {
  return `No account with email ${email}. Let them sign up first, then repeat this.`;
}

/** Returns the product's message for a known error, and the database's message for others, without the statement. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  if ("code" in cause && cause.code === "42P01")
    return "The database holds no Tessera yet. Start Tessera first.";
  return `The database cannot be used: ${cause.message}`;
}

import { readFileSync, statSync } from "node:fs";

/** Settings whose value can be in a file, such as a container's secret. The variable `NAME_FILE` has its path. */
const SECRETS = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "APP_SECRET",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "BACKUP_ACCESS_KEY_ID",
  "BACKUP_SECRET_ACCESS_KEY",
  "BACKUP_PRIVATE_KEY",
  "SMTP_URL",
  "GOOGLE_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "METRICS_TOKEN",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_CONNECT_WEBHOOK_SECRET",
  "MOLLIE_API_KEY",
  "MOLLIE_CLIENT_ID",
  "MOLLIE_CLIENT_SECRET",
] as const;

const fileSetting = (name: string) => `${name}_FILE`;
export const SECRET_FILE_NAMES: readonly string[] = SECRETS.map(fileSetting);

/** The maximum size of a secret. A wrong path must not read a database into memory. */
const MAX_BYTES = 64 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the settings with the values read from files. Returns a line for each file that cannot be used, as `NAME problem`. */
export function readSecretFiles(env: Environment): { env: Environment; problems: string[] } {
  const read: Record<string, string | undefined> = { ...env };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const path = env[fileSetting(name)];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${fileSetting(name)} and ${name} are both set: remove one of them`);
      continue;
    }
    const content = readSecretFile(path);
    if (content.problem === undefined) read[name] = content.text;
    else problems.push(`${fileSetting(name)} ${content.problem}`);
  }
  return { env: read, problems };
}

type Content = { text: string; problem?: undefined } | { problem: string };

/** Reads a file without the line break at its end, which editors and `echo` add. */
function readSecretFile(path: string): Content {
  try {
    const stats = statSync(path);
    // Reading a pipe could block forever.
    if (!stats.isFile())
      return { problem: `must name a file, such as /run/secrets/name; ${path} is not a file` };
    if (stats.size > MAX_BYTES)
      return {
        problem: `must name a file with only the secret; ${path} is larger than ${MAX_BYTES / 1024} KB`,
      };
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return text === "" ? { problem: `must name a file with the secret; ${path} is empty` } : { text };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `must name a file that this user can read: ${reason}` };
  }
}

import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { ConfigError } from "./config.ts";
import { SETTING_NAMES } from "./environment.ts";
import { SECRET_FILE_NAMES } from "./secret-files.ts";

const NAMES = [...SETTING_NAMES, ...SECRET_FILE_NAMES];

/** Names that Node, the system or the S3 library read. */
const FOREIGN = /^(AWS_|NODE_|PG|TZ$|LANG$|LC_|SSL_CERT_|UV_|(HTTPS?|NO)_PROXY$)/i;

/** Adds the file's values to the environment. Variables that are set already take precedence. Returns a warning for each unknown name. */
export function loadEnvFile(path = ".env"): string[] {
  const misspelt = findMisspeltNames(Object.keys(process.env));
  const given = parseEnv(readEnvFile(path));
  for (const [name, value] of Object.entries(given)) process.env[name] ??= value;
  return [...misspelt, ...findUnknownNames(Object.keys(given))];
}

/** Returns the text of the file without a byte order mark, or an empty text if there is no file. */
function readEnvFile(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `${path} must be a file that this user can read, such as a copy of .env.example: ${reason}`,
    ]);
  }
}

/** Reports names that resemble the name of a setting. Other unknown names in the environment may belong to other programs. */
export function findMisspeltNames(names: readonly string[]): string[] {
  return names
    .filter((name) => name.includes("_") && !NAMES.includes(name) && !FOREIGN.test(name))
    .flatMap((name) => {
      const near = NAMES.find(
        (known) => Math.abs(known.length - name.length) <= 2 && countEdits(name, known) <= 2,
      );
      return near ? [`${name} is not a setting of Tessera and is ignored; did you mean ${near}?`] : [];
    });
}

/** Reports every unknown name of `.env`, which is Tessera's own. */
export function findUnknownNames(names: readonly string[]): string[] {
  return names
    .filter((name) => !NAMES.includes(name) && !FOREIGN.test(name))
    .map((name) => {
      const closest = findClosest(name);
      const advice = closest ? `; did you mean ${closest}?` : "; .env.example lists the settings";
      return `${name} in .env is not a setting of Tessera and is ignored${advice}`;
    });
}

function findClosest(name: string): string | undefined {
  const ranked = NAMES.map((known) => ({ known, edits: countEdits(name.toUpperCase(), known) })).sort(
    (a, b) => a.edits - b.edits,
  );
  const [best] = ranked;
  return best && best.edits <= Math.max(2, Math.floor(name.length / 4)) ? best.known : undefined;
}

/** Returns the Levenshtein distance: the number of letters to add, remove or replace. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

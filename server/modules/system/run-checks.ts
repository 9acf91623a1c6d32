import pLimit from "p-limit";
import type { Finding } from "../../../contract/api/system.ts";
import { defineMessages, sentence } from "../../../contract/texts.ts";
import { inLanguage } from "../../../contract/translation.ts";
import { failureOf } from "../../platform/failure.ts";
import { withTimeout } from "../../platform/timeout.ts";
import {
  type Check,
  type CheckOptions,
  type Found,
  fault,
  type Installation,
  inWords,
  shared,
  warning,
} from "./check.ts";
import { backupCheck } from "./checks/backup.ts";
import { clockCheck } from "./checks/clock.ts";
import { databaseCheck } from "./checks/database.ts";
import { directUploadsCheck } from "./checks/direct-uploads.ts";
import { diskCheck } from "./checks/disk.ts";
import { domainsCheck } from "./checks/domains.ts";
import { filesCheck } from "./checks/files.ts";
import { jobsCheck } from "./checks/jobs.ts";
import { mailCheck } from "./checks/mail.ts";
import { memoryCheck } from "./checks/memory.ts";
import { otherProvidersCheck } from "./checks/other-providers.ts";
import { passkeysCheck } from "./checks/passkeys.ts";
import { paymentsCheck } from "./checks/payments.ts";
import { publicUrlCheck } from "./checks/public-url.ts";
import { releaseCheck } from "./checks/release.ts";
import { signInCheck } from "./checks/sign-in.ts";
import { siteCheck } from "./checks/site.ts";
import { storageCheck } from "./checks/storage.ts";
import { updateCheck } from "./checks/update.ts";
import { visitCountsCheck } from "./checks/visit-counts.ts";
import { workersCheck } from "./checks/workers.ts";

/** All checks, in the order of display. The first ones explain failures of later ones. */
const CHECKS: readonly Check[] = [
  databaseCheck,
  releaseCheck,
  publicUrlCheck,
  siteCheck,
  domainsCheck,
  clockCheck,
  storageCheck,
  directUploadsCheck,
  filesCheck,
  diskCheck,
  memoryCheck,
  workersCheck,
  mailCheck,
  signInCheck,
  passkeysCheck,
  paymentsCheck,
  otherProvidersCheck,
  jobsCheck,
  visitCountsCheck,
  backupCheck,
  updateCheck,
];

/** Below the time limit of a request, so that the console receives every finding. */
const CHECK_MS = 7_000;

const messages = defineMessages("check_run", {
  unknown: "unknown while the database is unavailable",
  late: "no result within {seconds} s",
});

/**
 * Runs all checks, at once or a few at a time, and returns their findings in a language. Never throws: a check that
 * fails or takes too long becomes a finding itself.
 */
export async function checkInstallation(
  installation: Installation,
  options: CheckOptions & { checkMs?: number; atOnce?: number } = {},
): Promise<Finding[]> {
  const { checkMs = CHECK_MS, atOnce = CHECKS.length, language = "en" } = options;
  const inTurn = pLimit(atOnce);
  const pinged = installation.db.$client.query("select 1").then(
    () => true,
    () => false,
  );
  const run = async (check: Check): Promise<Found[]> => {
    if (check.needsDatabase && check !== databaseCheck && !(await pinged))
      return [warning({ seen: messages.unknown, advice: shared.databaseFirst })];
    return check.run(installation, options);
  };
  const findings = CHECKS.map(async (check) => {
    const { id, name, advice } = check;
    const late = () => [fault({ seen: messages.late({ seconds: checkMs / 1000 }), advice })];
    const found = await inTurn(() => withTimeout(run(check), checkMs, late)).catch((error: unknown) => [
      fault({ seen: failureOf(rootOf(error)), advice }),
    ]);
    return found.map((finding) => ({ id, name, ...finding }));
  });
  const found = (await Promise.all(findings)).flat();
  return inLanguage(language, () =>
    found.map(({ name, ...finding }) => ({ ...inWords(finding), name: sentence(name) })),
  );
}

/**
 * Returns the driver's error. Drizzle wraps it together with the statement, and a host with several IPs
 * causes an error for each.
 */
function rootOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const next = thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause;
  return next instanceof Error ? rootOf(next) : thrown;
}

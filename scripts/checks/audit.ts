import { execFile } from "node:child_process";
import waivers from "./audit-waivers.json" with { type: "json" };
import type { Print } from "./commands.ts";
import { oneFailed, onePassed, oneSkipped, type Result } from "./outcome.ts";

const timeoutMs = 60_000;

type Advisory = { url?: string; title?: string; severity?: string };
type AuditReport = {
  vulnerabilities?: Record<string, { via?: (string | Advisory)[] }>;
  message?: string;
};
/** The accepted advisories by URL: the reason why each does not affect this product, and the date on which that judgement expires (YYYY-MM-DD). */
export type Waivers = Record<string, { reason: string; until: string }>;

/** Checks runtime packages for known vulnerabilities. Unwaived high and critical ones fail. */
export async function auditPackages(print: Print): Promise<Result> {
  const report = parseReport(await runAudit());
  if (!report?.vulnerabilities) {
    print(`npm audit could not run: ${report?.message?.split(" - ")[0] ?? "no response"}`);
    return oneSkipped;
  }
  const serious = listSerious(report, waivers, new Date().toISOString().slice(0, 10));
  for (const line of serious) print(line);
  return serious.length > 0 ? oneFailed : onePassed;
}

/** Returns the high and critical advisories of a report without a current waiver. */
export function listSerious(report: AuditReport, accepted: Waivers, today: string): string[] {
  const lines = Object.entries(report.vulnerabilities ?? {}).flatMap(([name, { via = [] }]) =>
    via.flatMap((cause) => {
      if (typeof cause === "string" || !/^(high|critical)$/.test(cause.severity ?? "")) return [];
      const waiver = accepted[cause.url ?? ""];
      if (waiver && waiver.until >= today) return [];
      const expired = waiver ? ` (waived until ${waiver.until})` : "";
      return [`${name}: ${cause.severity}: ${cause.title ?? "no title"} ${cause.url ?? ""}${expired}`];
    }),
  );
  return [...new Set(lines)];
}

function runAudit(): Promise<string> {
  return new Promise((resolve) => {
    // Its exit code also reports findings, so only its output counts.
    execFile("npm", ["audit", "--omit=dev", "--json"], { timeout: timeoutMs }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

function parseReport(text: string): AuditReport | undefined {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return undefined;
  }
}

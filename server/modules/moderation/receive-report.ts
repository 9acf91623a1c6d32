import type { ReportInput } from "../../../contract/api/moderation.ts";
import type { Language } from "../../../contract/rules/languages.ts";
import { MAX_WAITING_REPORTS, REPORT_CAPS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { violatedConstraint } from "../../platform/database/errors.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { clientMailbox, isAddress, mailboxOf } from "../../platform/mail/address.ts";
import { anonymizeIP } from "../../platform/net/ip.ts";
import type { ModerationDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { findReportedPage } from "./reported-page.ts";
import { countWaitingOn } from "./repository.ts";
import { storeSnapshot, takeSnapshot } from "./snapshot.ts";
import { reports } from "./tables.ts";

type Given = { input: ReportInput; ip: string; language: Language };

/**
 * Stores a report with a snapshot of the page, and confirms it by email if possible. Throws 400 for a URL
 * other than a creator's page, and 429 for too many reports from one network, about one creator or in total.
 */
export async function receiveReport(deps: ModerationDeps, { input, ip, language }: Given): Promise<void> {
  const { db, hosts, limits, settings } = deps;
  const page = await findReportedPage({ db, hosts, publicUrl: settings.publicUrl }, input.url);
  const notFound = () => errors.pageNotFound({ example: `${settings.publicUrl}${paths.creator("anna")}` });
  if (!page) throw notFound();
  if (!(await tryConsume(limits, { name: "reports by ip", key: ip, ...REPORT_CAPS.ip })))
    throw errors.tooMany();
  const network = { name: "reports by network", key: anonymizeIP(ip) ?? ip, ...REPORT_CAPS.network };
  if (!(await tryConsume(limits, network))) throw errors.tooMany();
  if ((await countWaitingOn(db, page.creator.id)) >= MAX_WAITING_REPORTS) throw errors.alreadyReported();
  if (!(await tryConsume(limits, { name: "reports", key: "", ...REPORT_CAPS.all }))) throw errors.full();
  const snapshot = await takeSnapshot(deps, page);
  const isMailed = input.email !== null && (await reserveReceipt(deps, { email: input.email, ip }));
  await inTransaction(db, async (tx) => {
    const [row] = await tx
      .insert(reports)
      .values({
        creatorId: page.creator.id,
        path: page.path,
        tileId: page.tileId,
        reason: input.reason,
        message: input.message,
        reporterName: input.name,
        reporterEmail: input.email,
        isMailed,
        language,
        snapshotId: snapshot && (await storeSnapshot(tx, snapshot)),
      })
      .returning({ id: reports.id })
      .catch((error: unknown) => {
        // The creator was deleted in the meantime.
        if (violatedConstraint(error) === "reports_creator_id_creators_id_fk") throw notFound();
        throw error;
      });
    if (!row || !isMailed || input.email === null) return;
    await deps.mails.enqueueEmail(tx, {
      to: input.email,
      // Contains no typed text, because anyone can enter anyone's email.
      mail: {
        mail: "report-received",
        language,
        number: row.id,
        links: { main: { to: "page", path: page.path } },
      },
      cause: `report ${row.id}`,
    });
  });
}

/** Counts the confirmation of a report against its limits. Returns false if one of them is exceeded. */
async function reserveReceipt(
  { limits }: Pick<ModerationDeps, "limits">,
  { email, ip }: { email: string; ip: string },
): Promise<boolean> {
  if (!isAddress(email)) return false;
  const client = { name: "reports of a client by recipient", key: clientMailbox(ip, email) };
  if (!(await tryConsume(limits, { ...client, ...REPORT_CAPS.client }))) return false;
  const mailbox = { name: "reports by recipient", key: mailboxOf(email) };
  if (!(await tryConsume(limits, { ...mailbox, ...REPORT_CAPS.recipient }))) return false;
  return tryConsume(limits, { name: "report emails", key: "", ...REPORT_CAPS.emails });
}

import { type AuditEntry, adminRoutes } from "../../../contract/api/admin.ts";
import { t } from "../../../contract/texts.ts";
import { PageState, useUrlState } from "../../lib/use-url-state.ts";
import { DataList } from "../../widgets/data-list.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { adminList, useAdminQuery } from "../queries.ts";
import { changesOf } from "./audit-entry.ts";
import { auditSentence } from "./audit-sentence.tsx";

/** The actions of administrators, newest first. */
export function AuditPanel() {
  const [{ page }, setUrl] = useUrlState(PageState);
  return (
    <DataList
      id="audit"
      title={t("Audit log")}
      query={useAdminQuery(adminList("audit", adminRoutes.audit, { query: { page } }))}
      failure={t("Couldn't load the audit log.")}
      rows={({ entries }) => entries}
      empty={t("No activity yet.")}
      pages={{
        countOf: (count) => t("{count, plural, one {# entry} other {# entries}}", { count }),
        onTurn: setUrl,
      }}
    >
      {(entries) => <AuditEntries entries={entries} />}
    </DataList>
  );
}

/** Actions of administrators, in their order. */
export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ol>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-1 border-t border-line px-4 py-2.5 text-[15px] sm:px-5 md:grid-cols-[minmax(0,1fr)_auto]">
      <p className="[overflow-wrap:anywhere]">
        <span>{auditSentence(entry)}</span>
        {changes.length > 0 && <span className="text-muted"> · {changes.join(", ")}</span>}
      </p>
      <p className="text-sm text-muted tabular-nums">
        <Timestamp at={entry.created_at} />
      </p>
    </li>
  );
}

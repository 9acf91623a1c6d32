import { useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../contract/admin.ts";
import { actionLabel, changesOf, personName, subjectName } from "./audit-view.ts";
import { ListCard } from "./list-card.tsx";
import { auditQuery } from "./queries.ts";
import { Timestamp } from "./timestamp.tsx";
import type { PanelProps } from "./users/users-panel.tsx";

/** What administrators did, newest first. Nothing in it can be changed. */
export function AuditPanel({ view, onShow }: PanelProps) {
  const query = useQuery(auditQuery(view.listPage));
  return (
    <ListCard
      id="audit"
      title="Audit log"
      nouns={["entry", "entries"]}
      query={query}
      failure="Failed to load the audit log"
      empty="Nothing was done yet."
      onPageChange={(listPage, options) => onShow({ listPage }, options)}
    >
      {({ entries }) => (
        <ol>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </ListCard>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-1 border-t border-line px-4 py-2.5 text-[15px] sm:px-5 md:grid-cols-[minmax(0,1fr)_auto]">
      <p className="[overflow-wrap:anywhere]">
        <strong className="font-semibold">{personName(entry.actor)}</strong> {actionLabel(entry.action)}{" "}
        <strong className="font-semibold">{subjectName(entry)}</strong>
        {changes.length > 0 && <span className="text-muted"> · {changes.join(", ")}</span>}
      </p>
      <p className="text-sm text-muted tabular-nums">
        <Timestamp at={entry.created_at} />
      </p>
    </li>
  );
}

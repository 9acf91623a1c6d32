import { Trash2Icon } from "lucide-react";
import type { AudienceMember } from "../../../contract/api/audience.ts";
import { Badge } from "../../ui/badge.tsx";
import { CardTable, Cell, type Column, RowHeader, TableRow } from "../../ui/card-table.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";

type MemberTableProps = {
  members: readonly AudienceMember[];
  onDelete: (member: AudienceMember) => void;
};

const COLUMNS: readonly Column[] = [
  { name: "Email" },
  { name: "Source" },
  { name: "Consent" },
  { name: "Actions", align: "right" },
];

/** A table on wide screens, cards on phones. */
export function MemberTable({ members, onDelete }: MemberTableProps) {
  return (
    <CardTable columns={COLUMNS} from="lg">
      {members.map((member) => (
        <MemberRow key={member.id} member={member} onDelete={() => onDelete(member)} />
      ))}
    </CardTable>
  );
}

function MemberRow({ member, onDelete }: { member: AudienceMember; onDelete: () => void }) {
  const { email, source, source_title, consent_text, consented_at, confirmed_at } = member;
  return (
    <TableRow className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line px-4 py-3 lg:table-row lg:align-top lg:*:py-3">
      <RowHeader className="col-start-1 row-start-1 text-left font-semibold [overflow-wrap:anywhere] lg:w-1/4 lg:px-2.5 lg:pl-5">
        {email}
        {confirmed_at === null && (
          <span className="mt-1 block">
            <Badge tone="warn">Not confirmed</Badge>
          </span>
        )}
      </RowHeader>
      <Cell className="col-span-2 row-start-2 mt-1 text-sm text-muted [overflow-wrap:anywhere] lg:w-1/5 lg:px-2.5 lg:text-[15px] lg:text-ink">
        {source === "signup" ? "Signup" : "Order"}: <bdi>{source_title}</bdi>
      </Cell>
      <Cell className="col-span-2 row-start-3 mt-1 text-sm text-muted [overflow-wrap:anywhere] lg:px-2.5">
        <Timestamp at={consented_at} show="day" />: <q dir="auto">{consent_text}</q>
      </Cell>
      <Cell className="col-start-2 row-start-1 -mt-2 -mr-2 text-right lg:py-1! lg:pr-3">
        <button
          type="button"
          onClick={onDelete}
          className="inline-grid size-11 place-items-center rounded-control text-muted hover:bg-tint hover:text-bad"
        >
          <Trash2Icon size={18} />
          <span className="sr-only">Delete {email}</span>
        </button>
      </Cell>
    </TableRow>
  );
}

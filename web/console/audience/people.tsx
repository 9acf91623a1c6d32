import { useQuery } from "@tanstack/react-query";
import { Download, Trash2Icon, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import type { AudienceFilter, AudienceMember } from "../../../contract/api/audience.ts";
import { SIGNUP_DAYS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CardTable, Cell, type Column, RowHeader, TableRow } from "../../ui/card-table.tsx";
import { Name } from "../../ui/name.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { DataList, Nothing } from "../../widgets/data-list.tsx";
import { ListFilter } from "../../widgets/list-filter.tsx";
import { ProvenDownload } from "../../widgets/proven-download.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { AudienceView, exportUrl, MEMBER_SOURCES, membersQuery, useDeleteMember } from "./queries.ts";

const FILTERS: readonly { value: AudienceFilter; label: string }[] = [
  { value: "all", label: t("All") },
  { value: "signup", label: t("Signups") },
  { value: "order", label: t("Buyers") },
  { value: "import", label: t("Imported") },
  { value: "unconfirmed", label: t("Not confirmed") },
];

/** The people of the audience: search, filter, export and delete. */
export function People() {
  const [view, setView] = useUrlState(AudienceView);
  // Changing the filter returns to the first page.
  const change = (filter: Partial<AudienceView>) => setView({ ...filter, page: 1 }, { replace: true });
  const query = useQuery(membersQuery(view));
  const [deleting, setDeleting] = useState<AudienceMember | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useDeleteMember();
  const finish = () => {
    // Close first: an element behind an open dialog cannot receive the focus.
    flushSync(() => setDeleting(null));
    heading.current?.focus();
  };
  const hasUnconfirmed = query.data?.members.some(({ confirmed_at }) => confirmed_at === null);
  return (
    <>
      <DataList
        id="audience-list"
        title={t("Your audience")}
        headingRef={heading}
        query={query}
        failure={t("Couldn't load your audience.")}
        actions={
          query.data && (
            <div className="flex flex-wrap gap-2">
              <Link to={paths.readerImport()} className={buttonClass()}>
                <Upload size={18} />
                {t("Import readers")}
              </Link>
              {query.data.total > 0 && (
                <ProvenDownload href={exportUrl(view)}>
                  <Download size={18} />
                  {t("Export CSV")}
                </ProvenDownload>
              )}
            </div>
          )
        }
        filter={
          <ListFilter
            label={t("Show")}
            value={view.filter}
            options={FILTERS}
            onChoose={(filter) => change({ filter })}
            placeholder={t("Email")}
            search={view.search}
            onSearch={(search) => change({ search })}
          />
        }
        rows={({ members }) => members}
        empty={<Empty view={view} onShowAll={() => setView({ filter: "all", search: "", page: 1 })} />}
        pages={{
          countOf: (count) => t("{count, plural, one {# email} other {# emails}}", { count }),
          onTurn: setView,
        }}
      >
        {(members) => <MemberTable members={members} onDelete={setDeleting} />}
      </DataList>
      {hasUnconfirmed && (
        <p className="text-sm text-muted">
          {rich(
            "Buyers who paid nothing, and imported readers without a proof, are asked by email to confirm their consent. They receive no news before, and are removed after {days, plural, one {# day} other {# days}}.",
            { days: SIGNUP_DAYS },
          )}
        </p>
      )}
      <ConfirmDialog
        open={deleting !== null}
        title={t("Delete this email?")}
        confirm={t("Delete email")}
        failure={t("Couldn't delete the email address.")}
        work={remove}
        onConfirm={() => deleting && remove.mutate(deleting, { onSuccess: finish })}
        onClose={() => setDeleting(null)}
      >
        {rich("{email} and the record of its consent are deleted. This cannot be undone.", {
          email: <Name>{deleting?.email}</Name>,
        })}
      </ConfirmDialog>
    </>
  );
}

function Empty({ view, onShowAll }: { view: AudienceView; onShowAll: () => void }) {
  if (view.search !== "" || view.filter !== "all")
    return (
      <Nothing
        title={t("No matching emails.")}
        action={<Button onClick={onShowAll}>{t("Show all emails")}</Button>}
      >
        {t("Try a different filter or search.")}
      </Nothing>
    );
  return (
    <Nothing
      title={t("No signups yet.")}
      action={
        <Button href={paths.dashboard()} variant="primary">
          {t("Go to your tiles")}
        </Button>
      }
    >
      {t(
        "Add a tile of the type Signup to your page. Visitors enter their email, confirm it and show up here, and so do buyers who agree to news. Readers of another newsletter can be imported.",
      )}
    </Nothing>
  );
}

type MemberTableProps = {
  members: readonly AudienceMember[];
  onDelete: (member: AudienceMember) => void;
};

const COLUMNS: readonly Column[] = [
  { name: t("Email") },
  { name: t("Source") },
  { name: t("Consent") },
  { name: t("Actions"), align: "end" },
];

/** A table on wide screens, cards on phones. */
function MemberTable({ members, onDelete }: MemberTableProps) {
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
      <RowHeader className="col-start-1 row-start-1 text-start font-semibold [overflow-wrap:anywhere] lg:w-1/4 lg:px-2.5 lg:ps-5">
        <span>{email}</span>
        {confirmed_at === null && (
          <span className="mt-1 block">
            <Badge tone="warn">{t("Not confirmed")}</Badge>
          </span>
        )}
      </RowHeader>
      <Cell className="col-span-2 row-start-2 mt-1 text-sm text-muted [overflow-wrap:anywhere] lg:w-1/5 lg:px-2.5 lg:text-[15px] lg:text-ink">
        <span>{MEMBER_SOURCES[source]}: </span>
        <bdi>{source_title}</bdi>
      </Cell>
      <Cell className="col-span-2 row-start-3 mt-1 text-sm text-muted [overflow-wrap:anywhere] lg:px-2.5">
        <Timestamp at={consented_at} show="day" />: <q dir="auto">{consent_text}</q>
      </Cell>
      <Cell className="col-start-2 row-start-1 -mt-2 -me-2 text-end lg:py-1! lg:pe-3">
        <button
          type="button"
          onClick={onDelete}
          className="inline-grid size-11 place-items-center rounded-control text-muted hover:bg-tint hover:text-bad"
        >
          <Trash2Icon size={18} />
          <span className="sr-only">{rich("Delete {email}", { email })}</span>
        </button>
      </Cell>
    </TableRow>
  );
}

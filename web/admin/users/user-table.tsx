import { EllipsisVertical } from "lucide-react";
import { Link } from "react-router";
import type { AdminUser } from "../../../contract/api/admin.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { planLabel } from "../../lib/plan.ts";
import { Badge } from "../../ui/badge.tsx";
import { CardTable, Cell, type Column, RowHeader, TableRow } from "../../ui/card-table.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { SuspensionBadge } from "./suspension-badge.tsx";
import { actionsOf, NOT_ONESELF, type UserAction, userLabel } from "./user-actions.ts";

type UserTableProps = {
  users: readonly AdminUser[];
  ownId: string;
  onAct: (action: UserAction) => void;
};

const COLUMNS: readonly Column[] = [
  { name: t("User") },
  { name: t("Page"), width: "lg:w-60" },
  { name: t("Role"), width: "lg:w-25" },
  { name: t("Plan"), width: "lg:w-30" },
  { name: t("Since"), width: "lg:w-31" },
  { name: t("Actions"), width: "lg:w-24", align: "end" },
];

/** The users as a table, or as cards on a phone. */
export function UserTable({ users, ownId, onAct }: UserTableProps) {
  return (
    <CardTable columns={COLUMNS} from="md" className="lg:table-fixed">
      {users.map((user) => (
        <UserRow key={user.id} user={user} isSelf={user.id === ownId} onAct={onAct} />
      ))}
    </CardTable>
  );
}

const CELL = "max-md:text-sm max-md:text-muted md:px-2.5";

type UserRowProps = { user: AdminUser; isSelf: boolean; onAct: (action: UserAction) => void };

function UserRow({ user, isSelf, onAct }: UserRowProps) {
  return (
    <TableRow className="relative flex flex-wrap items-center gap-x-3 border-t border-line px-4 py-2.5 sm:px-5 md:table-row md:hover:bg-ground/70 md:*:py-1">
      <RowHeader className="w-full min-w-0 pe-10 text-start font-normal md:w-auto md:pe-2.5 md:ps-5">
        <span className="block font-semibold [overflow-wrap:anywhere]">
          <Link
            to={paths.adminUser(user.id)}
            className="inline-flex min-h-11 min-w-11 items-center hover:underline md:min-h-0"
          >
            <bdi>{user.display_name ?? t("No page yet")}</bdi>
          </Link>
          {isSelf && <span className="ms-1.5 text-sm font-normal text-muted">{t("(you)")}</span>}
        </span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">{user.email}</span>
      </RowHeader>
      <Cell
        className={`[overflow-wrap:anywhere] max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 md:min-w-36 ${CELL}`}
      >
        {user.handle === null ? (
          <span className="text-muted">{t("No page")}</span>
        ) : (
          <a
            href={paths.creator(user.handle)}
            className="inline-flex min-h-11 min-w-11 items-center text-primary hover:underline md:min-h-0"
          >
            <bdi>@{user.handle}</bdi>
          </a>
        )}
        {user.suspension && (
          <span className="md:block md:pb-1">
            <SuspensionBadge user={user} />
          </span>
        )}
      </Cell>
      {/* Without column headings on a phone, only the admin role is shown. */}
      <Cell className={user.is_admin ? CELL : `max-md:sr-only ${CELL}`}>
        {user.is_admin ? <Badge>{t("Admin")}</Badge> : <span className="text-muted">{t("Creator")}</span>}
      </Cell>
      <Cell className={`whitespace-nowrap ${CELL}`}>
        {user.plan === null ? (
          <span className="text-muted">{t("No plan")}</span>
        ) : (
          <span>{planLabel({ ...user, plan: user.plan })}</span>
        )}
        {user.sending_stopped && (
          <span className="mt-1 block">
            <Badge tone="warn">{t("Emails stopped")}</Badge>
          </span>
        )}
      </Cell>
      <Cell className={CELL}>
        <span className="md:hidden">{t("Since")} </span>
        <Timestamp at={user.created_at} show="day" />
      </Cell>
      <Cell className="absolute top-1.5 inset-e-2 md:static md:pe-3 md:text-end">
        <Menu
          label={t("Actions for {user}", { user: userLabel(user) })}
          trigger={<EllipsisVertical size={20} />}
        >
          {actionsOf(user, isSelf).map(({ label, action }) => (
            <MenuItem key={label} danger={action.act === "delete"} onClick={() => onAct(action)}>
              {label}
            </MenuItem>
          ))}
          {isSelf && <MenuItem disabled>{NOT_ONESELF}</MenuItem>}
        </Menu>
      </Cell>
    </TableRow>
  );
}

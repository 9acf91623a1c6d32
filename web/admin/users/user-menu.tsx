import { EllipsisVertical } from "lucide-react";
import type { AdminUser } from "../../../contract/api/admin.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { actionsOf, NOT_ONESELF, type UserAction, userLabel } from "./user-actions.ts";

type UserMenuProps = { user: AdminUser; isSelf: boolean; onAct: (action: UserAction) => void };

/** The actions of a row. */
export function UserMenu({ user, isSelf, onAct }: UserMenuProps) {
  return (
    <Menu
      label={`Actions for ${userLabel(user)}`}
      trigger={<EllipsisVertical size={20} aria-hidden="true" />}
    >
      {actionsOf(user, isSelf).map(({ label, action }) => (
        <MenuItem key={label} danger={action.act === "delete"} onClick={() => onAct(action)}>
          {label}
        </MenuItem>
      ))}
      {isSelf && <MenuItem disabled>{NOT_ONESELF}</MenuItem>}
    </Menu>
  );
}

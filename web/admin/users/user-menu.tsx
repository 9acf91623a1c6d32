import { EllipsisVertical } from "lucide-react";
import type { AdminUser } from "../../../contract/api/admin.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { otherPlan, type UserAction, userLabel } from "./user-actions.ts";

type UserMenuProps = { user: AdminUser; isSelf: boolean; onAct: (action: UserAction) => void };

/** The actions of a row. */
export function UserMenu({ user, isSelf, onAct }: UserMenuProps) {
  const plan = otherPlan(user);
  return (
    <Menu
      label={`Actions for ${userLabel(user)}`}
      trigger={<EllipsisVertical size={20} aria-hidden="true" />}
    >
      <MenuItem onClick={() => onAct({ act: "role", user })}>
        {user.is_admin ? "Remove admin" : "Make admin"}
      </MenuItem>
      {plan && (
        <MenuItem onClick={() => onAct({ act: "plan", user, plan })}>
          {plan === "free" ? "Change plan to Free" : "Change plan to Creator"}
        </MenuItem>
      )}
      {user.sending_stopped !== null && (
        <MenuItem onClick={() => onAct({ act: "sending", user })}>
          {user.sending_stopped ? "Allow audience emails" : "Stop audience emails"}
        </MenuItem>
      )}
      <MenuItem onClick={() => onAct({ act: "reset", user })}>Send password reset</MenuItem>
      {isSelf ? (
        <MenuItem disabled>You cannot delete yourself.</MenuItem>
      ) : (
        <MenuItem danger onClick={() => onAct({ act: "delete", user })}>
          Delete user
        </MenuItem>
      )}
    </Menu>
  );
}

import { EllipsisVertical } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import type { AdminUser } from "../../../contract/admin.ts";
import { nameOf, otherPlan, type UserAction } from "./user-actions.ts";

type UserMenuProps = { user: AdminUser; isSelf: boolean; onAct: (action: UserAction) => void };

const GAP = 4;

/** The actions of one row. The browser closes it on Escape and on a click beside it, and gives the focus back. */
export function UserMenu({ user, isSelf, onAct }: UserMenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const plan = otherPlan(user);

  /** Beside its button, and above it where there is no room below. */
  const place = () => {
    const [at, menu] = [button.current?.getBoundingClientRect(), panel.current];
    if (!at || !menu) return;
    const below = at.bottom + GAP + menu.offsetHeight <= window.innerHeight;
    menu.style.top = `${below ? at.bottom + GAP : Math.max(GAP, at.top - GAP - menu.offsetHeight)}px`;
    menu.style.right = `${Math.max(GAP, document.documentElement.clientWidth - at.right)}px`;
  };
  const act = (action: UserAction) => {
    panel.current?.hidePopover();
    onAct(action);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`Actions for ${nameOf(user)}`}
        className="inline-grid size-11 place-items-center rounded-control text-muted hover:bg-tint hover:text-ink"
      >
        <EllipsisVertical size={20} aria-hidden="true" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={place}
        className="fixed inset-auto w-60 max-w-[calc(100%-24px)] rounded-card border border-line bg-surface p-2 text-left text-ink shadow-float"
      >
        <div className="grid grid-cols-1 gap-0.5">
          <Entry onClick={() => act({ act: "role", user })}>
            {user.is_admin ? "Remove admin" : "Make admin"}
          </Entry>
          {plan && (
            <Entry onClick={() => act({ act: "plan", user, plan })}>
              {plan === "free" ? "Change plan to Free" : "Change plan to Creator"}
            </Entry>
          )}
          <Entry onClick={() => act({ act: "reset", user })}>Send password reset</Entry>
          {isSelf ? (
            <p className="px-3 py-2.5 text-sm text-muted">You cannot delete yourself.</p>
          ) : (
            <Entry danger onClick={() => act({ act: "delete", user })}>
              Delete user
            </Entry>
          )}
        </div>
      </div>
    </>
  );
}

type EntryProps = { danger?: true; onClick: () => void; children: ReactNode };

function Entry({ danger, onClick, children }: EntryProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`flex min-h-11 items-center rounded-control px-3 text-left font-medium hover:bg-tint ${danger ? "text-bad" : ""}`}
    >
      {children}
    </button>
  );
}

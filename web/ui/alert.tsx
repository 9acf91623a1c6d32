import { CheckIcon, TriangleAlertIcon } from "lucide-react";
import type { ReactNode } from "react";

const TONES = {
  warn: "border-saffron/40 bg-saffron/12 text-ink",
  bad: "border-bad/40 bg-bad/8 text-ink",
  good: "border-good/40 bg-good/8 text-ink",
} as const;
const ICONS = { warn: "text-warn", bad: "text-bad", good: "text-good" } as const;

type AlertProps = {
  tone: keyof typeof TONES;
  /** `alert` interrupts a screen reader, `status` waits for its turn. */
  role?: "alert" | "status";
  /** An action for the user. */
  action?: ReactNode;
  children: ReactNode;
};

/** A message that the user should not miss. */
export function Alert({ tone, role, action, children }: AlertProps) {
  const Icon = tone === "good" ? CheckIcon : TriangleAlertIcon;
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border px-4 py-3 ${TONES[tone]}`}
    >
      <Icon size={20} className={`shrink-0 ${ICONS[tone]}`} />
      <p className="min-w-0 flex-1 basis-40 text-[15px] [overflow-wrap:anywhere]">{children}</p>
      {action}
    </div>
  );
}

/** Announces a failure with its reason, or renders nothing. */
export function FailureAlert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Alert tone="bad" role="alert">
      {children}
    </Alert>
  );
}

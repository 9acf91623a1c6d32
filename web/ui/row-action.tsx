import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type RowActionProps = {
  /** What it does, with the name of the row: `Edit Bowl`. */
  label: string;
  /** True for what cannot be undone. */
  isDanger?: boolean;
  href?: string;
  onClick?: () => void;
  children: ReactNode;
};

/** A button or a link in a row of a table. */
export function RowAction({ label, isDanger = false, href, onClick, children }: RowActionProps) {
  const look = isDanger ? "px-3! text-muted! hover:text-bad!" : "px-3! text-primary!";
  return (
    <Button variant="quiet" className={look} aria-label={label} {...(href ? { href } : { onClick })}>
      {children}
    </Button>
  );
}

import { Button } from "./button.tsx";

type RowActionProps = {
  /** The action: `Edit`. */
  name: string;
  /** The action with the name of its row, for screen readers: `Edit Bowl`. */
  label: string;
  /** True if it cannot be undone. */
  isDanger?: boolean;
  href?: string;
  onClick?: () => void;
};

/** A button or a link in a row of a table. */
export function RowAction({ name, label, isDanger = false, href, onClick }: RowActionProps) {
  const look = isDanger ? "px-3! text-muted! hover:text-bad!" : "px-3! text-primary!";
  const target = href ? { href } : { onClick };
  return (
    <Button variant="quiet" className={look} aria-label={label} {...target}>
      {name}
    </Button>
  );
}

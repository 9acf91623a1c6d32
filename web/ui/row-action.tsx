import { Button } from "./button.tsx";

type RowActionProps = {
  /** The action: `Edit`. */
  name: string;
  /** Appended for screen readers: the name of the row, as in `Edit Bowl`. */
  row: string;
  /** True if it cannot be undone. */
  isDanger?: boolean;
  href?: string;
  onClick?: () => void;
};

/** A button or a link in a row of a table. */
export function RowAction({ name, row, isDanger = false, href, onClick }: RowActionProps) {
  const look = isDanger ? "px-3! text-muted! hover:text-bad!" : "px-3! text-primary!";
  const target = href ? { href } : { onClick };
  return (
    <Button variant="quiet" className={look} aria-label={`${name} ${row}`} {...target}>
      {name}
    </Button>
  );
}

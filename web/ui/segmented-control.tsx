import type { ReactNode } from "react";
import { Link, type To } from "react-router";

/** The classes of a row with one selected choice: links, buttons or tabs. */
export const SEGMENTS = "grid grid-flow-col gap-1 rounded-control bg-line/60 p-1";
/** The classes of one choice; the selected one has `data-chosen`. */
export const SEGMENT =
  "flex min-h-11 items-center justify-center rounded-[9px] px-3 font-semibold leading-tight text-muted no-underline transition-colors hover:text-ink data-chosen:bg-surface data-chosen:text-ink data-chosen:shadow-float dark:data-chosen:bg-line forced-colors:data-chosen:bg-[Highlight] forced-colors:data-chosen:text-[HighlightText] forced-colors:data-chosen:forced-color-adjust-none";

/** Equal, as long as each label fits. */
const COLUMNS = "auto-cols-[minmax(min-content,1fr)]";

type Choice<Value> = { value: Value; label: ReactNode };

type SegmentedControlProps<Value extends string | number> = {
  /** The group's label for screen readers: "Days shown". */
  label: string;
  options: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** A row of buttons that selects one of a few values at once. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  className = "",
}: SegmentedControlProps<Value>) {
  return (
    <fieldset className={`min-w-0 ${COLUMNS} ${SEGMENTS} ${className}`}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          data-chosen={option.value === value || undefined}
          onClick={() => onChange(option.value)}
          className={`${SEGMENT} text-sm sm:whitespace-nowrap max-sm:px-1`}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

type SegmentedLinksProps = {
  /** The navigation's label: "People and emails". */
  label: string;
  links: readonly { to: To; label: string; current: boolean }[];
  className?: string;
};

/** A row of links between the views of one page. */
export function SegmentedLinks({ label, links, className = "" }: SegmentedLinksProps) {
  return (
    <nav aria-label={label} className={`${COLUMNS} ${SEGMENTS} ${className}`}>
      {links.map(({ to, label: text, current }) => (
        <Link
          key={text}
          to={to}
          aria-current={current ? "page" : undefined}
          data-chosen={current || undefined}
          className={SEGMENT}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

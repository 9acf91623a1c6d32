import { type ComponentPropsWithRef, type ReactNode, useId } from "react";

type RadioProps = Omit<ComponentPropsWithRef<"input">, "type" | "className">;

/** A choice among several, as a card that is clickable as a whole. */
export function RadioCard({ children, ...rest }: RadioProps) {
  return (
    <label className="relative flex gap-3 rounded-[min(var(--radius-control),16px)] border border-line px-4 py-2.5 has-checked:border-primary has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input
        type="radio"
        className="my-[3px] size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-muted bg-surface outline-none after:absolute after:-inset-px checked:border-[5px] checked:border-primary disabled:cursor-not-allowed disabled:opacity-50"
        {...rest}
      />
      {children}
    </label>
  );
}

type ExplainedRadioProps = Omit<RadioProps, "about"> & {
  label: string;
  /** Explains the choice. */
  about: ReactNode;
  /** Opposite the label: a price. */
  aside?: ReactNode;
};

/** A choice with an explanation. */
export function ExplainedRadio({ label, about, aside, ...rest }: ExplainedRadioProps) {
  const id = useId();
  return (
    <RadioCard {...rest} aria-label={label} aria-describedby={id}>
      <span className="grid min-w-0 flex-1 content-start gap-0.5">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-semibold">{label}</span>
          {aside && <span className="tabular-nums">{aside}</span>}
        </span>
        <span id={id} className="text-sm text-muted">
          {about}
        </span>
      </span>
    </RadioCard>
  );
}

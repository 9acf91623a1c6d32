import { type ReactNode, useId } from "react";
import { sentence, t } from "../../contract/texts.ts";

export type ControlProps = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

type FieldProps = {
  /** The `id` of the control. Required on a page to which scripts add parts of other pages, because generated ids would occur twice. */
  id?: string | undefined;
  label: string;
  /** Shows "optional" beside the label. */
  optional?: boolean;
  help?: ReactNode;
  /** A message or its text. */
  error?: string;
  children: (control: ControlProps) => ReactNode;
};

/** A labelled control with help and error below, associated for screen readers. */
export function Field({ id: ownId, label, optional = false, help, error, children }: FieldProps) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {optional && <span className="text-sm text-muted">{t("Optional")}</span>}
      </div>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": [helpId, errorId].filter(Boolean).join(" ") || undefined,
      })}
      {help && (
        <p id={helpId} className="text-sm text-muted">
          {help}
        </p>
      )}
      {error && <FieldError id={errorId}>{sentence(error)}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="text-sm font-medium text-bad">
      {children}
    </p>
  );
}

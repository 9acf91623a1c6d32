import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { pageUrlPreview } from "../lib/page-url.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

type HandleFieldProps = {
  label: string;
  /** What stands before the address that the page would get. */
  help?: ReactNode;
  error: string | undefined;
  typed: string;
  field: UseFormRegisterReturn;
};

/** Asks for a handle and shows the address that the page would get. */
export function HandleField({ label, help, error, typed, field }: HandleFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      help={
        <>
          {help}
          <span className="block">
            Your page:{" "}
            <span className="font-medium text-ink [overflow-wrap:anywhere]">
              {pageUrlPreview(window.location.host, typed)}
            </span>
          </span>
        </>
      }
    >
      {(control) => (
        <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} {...field} />
      )}
    </Field>
  );
}

import type { FieldValues } from "react-hook-form";
import { t } from "../../contract/texts.ts";
import { type FieldOf, TextField } from "../ui/form-fields.tsx";

/** A code of the authenticator app, or a recovery code. */
export type CodeKind = "app" | "recovery";

const ATTRIBUTES = {
  // Phones show digits, and password managers fill in the current code.
  app: { label: t("Code"), inputMode: "numeric", autoComplete: "one-time-code", placeholder: "123 456" },
  recovery: { label: t("Recovery code"), autoComplete: "off", placeholder: "XXXX-XXXX-XXXX-XXXX" },
} as const;

type CodeFieldProps<Values extends FieldValues> = Pick<FieldOf<Values>, "form" | "name"> & {
  kind: CodeKind;
};

/** A field for a code of the second factor. */
export function CodeField<Values extends FieldValues>({ kind, ...field }: CodeFieldProps<Values>) {
  return (
    <TextField
      {...field}
      {...ATTRIBUTES[kind]}
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono tracking-wider"
    />
  );
}

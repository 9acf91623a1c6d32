import type { UseFormRegisterReturn } from "react-hook-form";
import { limits } from "../../contract/limits.ts";
import { Field } from "../ui/field.tsx";
import { PasswordInput } from "../ui/input.tsx";

type PasswordFieldProps = {
  error: string | undefined;
  field: UseFormRegisterReturn;
} & ({ kind: "known" } | { kind: "new"; label?: string; help?: string });

/** Asks for the password of an account, or for one to be: then with what it takes. */
export function PasswordField({ error, field, ...props }: PasswordFieldProps) {
  const isNew = props.kind === "new";
  const rule = `At least ${limits.password.min} characters.`;
  return (
    <Field
      label={(isNew && props.label) || "Password"}
      error={error}
      {...(isNew ? { help: props.help ? `${rule} ${props.help}` : rule } : {})}
    >
      {(control) => (
        <PasswordInput {...control} autoComplete={isNew ? "new-password" : "current-password"} {...field} />
      )}
    </Field>
  );
}

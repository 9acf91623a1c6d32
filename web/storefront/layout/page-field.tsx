import type { ComponentProps, ReactNode } from "react";
import { Field } from "../../ui/field.tsx";
import { EmailInput, Input } from "../../ui/input.tsx";

type PageFieldProps<Name extends string> = Omit<ComponentProps<"input">, "form" | "name"> & {
  /** The entered values of the form, and its error. */
  form: { entries: { [Entry in Name]: string }; problems: { [Entry in Name]?: string | undefined } };
  name: Name;
  label: string;
  help?: ReactNode;
  /** Shows "Optional" beside the label. */
  optional?: boolean;
};

/** A text field of a server-rendered form. */
export function PageField<Name extends string>(props: PageFieldProps<Name>) {
  const { id, form, name, label, help, optional, ...input } = props;
  const Control = input.type === "email" ? EmailInput : Input;
  return (
    <Field id={id} label={label} help={help} optional={optional} error={form.problems[name]}>
      {(control) => <Control {...control} name={name} defaultValue={form.entries[name]} {...input} />}
    </Field>
  );
}

type CheckedForm<Name extends string> = { [Entry in Name]: string } & {
  problem: string | null;
  field: Name | null;
};

/** A form for which the server names one wrong field, or none if the error concerns the whole form. */
export function checkedForm<Name extends string>(form: CheckedForm<Name>) {
  const problems: { [Entry in Name]?: string | undefined } = {};
  if (form.field !== null && form.problem !== null) problems[form.field] = form.problem;
  return { entries: form, problems };
}

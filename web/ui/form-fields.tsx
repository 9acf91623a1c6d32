import type { ComponentPropsWithRef, ReactNode } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { limits } from "../../contract/rules/limits.ts";
import { t } from "../../contract/texts.ts";
import { Field } from "./field.tsx";
import { Input, Textarea } from "./input.tsx";
import { PasswordInput } from "./password-input.tsx";
import { Select } from "./select.tsx";

/** The parts of a form that a field needs, independent of the form's types. */
export type FormOf<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  "register" | "getFieldState" | "formState"
>;

export type FieldOf<Values extends FieldValues> = {
  form: FormOf<Values>;
  name: FieldPath<Values>;
  label: string;
  help?: ReactNode;
  /** Shows "Optional" beside the label. */
  optional?: boolean;
  /** Called with the new value after each change. */
  onValue?: (value: string) => void;
};

type Attributes<Element extends "input" | "textarea" | "select"> = Omit<
  ComponentPropsWithRef<Element>,
  "form" | "name" | "id" | "onChange" | "onBlur" | "ref" | "value" | "defaultValue"
>;

/** Separates the properties of a field from the properties of its control. */
function partsOf<Values extends FieldValues, Rest>(props: FieldOf<Values> & Rest) {
  const { form, name, label, help, optional, onValue, ...rest } = props;
  const registration = form.register(name, {
    onChange: (event: { target: { value: string } }) => onValue?.(event.target.value),
  });
  const error = form.getFieldState(name, form.formState).error?.message;
  return { around: { label, help, optional, error }, own: { ...rest, ...registration } };
}

/** A line of text of a form, with its label, help and error. */
export function TextField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"input">) {
  const { around, own } = partsOf(props);
  return <Field {...around}>{(control) => <Input {...control} {...own} />}</Field>;
}

/** Several lines of text of a form. */
export function TextAreaField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"textarea">) {
  const { around, own } = partsOf(props);
  return <Field {...around}>{(control) => <Textarea {...control} {...own} />}</Field>;
}

/** A URL of a form. */
export function UrlField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"input">) {
  return (
    <TextField
      type="url"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="https://"
      {...props}
    />
  );
}

/** A local time of a form. A year of five digits, which some browsers accept, is invalid. */
export function TimeField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"input">) {
  return <TextField type="datetime-local" max="2099-12-31T23:59" {...props} />;
}

/** An email of a form. */
export function EmailField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"input">) {
  return <TextField type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...props} />;
}

type PasswordFieldOf<Values extends FieldValues> = Omit<FieldOf<Values>, "label"> & {
  label?: string;
  /** `new` shows the password rule and lets password managers suggest one. */
  kind: "current" | "new";
};

/** A password field, for an existing or a new password. */
export function PasswordField<Values extends FieldValues>({
  kind,
  label = t("Password"),
  help,
  ...field
}: PasswordFieldOf<Values>) {
  const isNew = kind === "new";
  const rule = isNew && t("At least {count} characters.", { count: limits.password.min });
  const wholeHelp = [rule, help].filter(Boolean).join(" ") || undefined;
  const { around, own } = partsOf({ ...field, label, help: wholeHelp });
  return (
    <Field {...around}>
      {(control) => (
        <PasswordInput {...control} autoComplete={isNew ? "new-password" : "current-password"} {...own} />
      )}
    </Field>
  );
}

type SelectFieldOf<Values extends FieldValues> = FieldOf<Values> &
  Attributes<"select"> & { options: readonly { value: string; label: string }[] };

/** A select of a form. */
export function SelectField<Values extends FieldValues>(props: SelectFieldOf<Values>) {
  const { around, own } = partsOf(props);
  return <Field {...around}>{(control) => <Select {...control} {...own} />}</Field>;
}

import type { ComponentPropsWithRef, ReactNode } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { limits } from "../../contract/rules/limits.ts";
import { Field } from "./field.tsx";
import { Input, PasswordInput, Textarea } from "./input.tsx";
import { Select } from "./select.tsx";

/** The parts of a form that a field needs, whatever the form's input and output are. */
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

function errorOf<Values extends FieldValues>({ form, name }: FieldOf<Values>): string | undefined {
  return form.getFieldState(name, form.formState).error?.message;
}

function registration<Values extends FieldValues>({ form, name, onValue }: FieldOf<Values>) {
  return form.register(name, {
    onChange: (event: { target: { value: string } }) => onValue?.(event.target.value),
  });
}

/** A line of text of a form, with its label, help and error. */
export function TextField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"input">) {
  const { form: _form, name: _name, label, help, optional, onValue: _onValue, ...input } = props;
  return (
    <Field label={label} help={help} optional={optional} error={errorOf(props)}>
      {(control) => <Input {...control} {...input} {...registration(props)} />}
    </Field>
  );
}

/** Several lines of text of a form. */
export function TextAreaField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"textarea">) {
  const { form: _form, name: _name, label, help, optional, onValue: _onValue, ...textarea } = props;
  return (
    <Field label={label} help={help} optional={optional} error={errorOf(props)}>
      {(control) => <Textarea {...control} {...textarea} {...registration(props)} />}
    </Field>
  );
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

/** A local time of a form. A year of five digits, which some browsers let one type, is none. */
export function TimeField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"input">) {
  return <TextField type="datetime-local" max="2099-12-31T23:59" {...props} />;
}

/** An email of a form. */
export function EmailField<Values extends FieldValues>(props: FieldOf<Values> & Attributes<"input">) {
  return <TextField type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...props} />;
}

type PasswordFieldOf<Values extends FieldValues> = Omit<FieldOf<Values>, "label"> & {
  label?: string;
  /** `new` states what a password needs and lets password managers suggest one. */
  kind: "current" | "new";
};

/** The password of an account, or a new one with its rule. */
export function PasswordField<Values extends FieldValues>({
  kind,
  label = "Password",
  help,
  ...field
}: PasswordFieldOf<Values>) {
  const props = { ...field, label };
  const rule = kind === "new" && `At least ${limits.password.min} characters.`;
  return (
    <Field label={label} help={[rule, help].filter(Boolean).join(" ") || undefined} error={errorOf(props)}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete={kind === "new" ? "new-password" : "current-password"}
          {...registration(props)}
        />
      )}
    </Field>
  );
}

type SelectFieldOf<Values extends FieldValues> = FieldOf<Values> &
  Attributes<"select"> & { options: readonly { value: string; label: string }[] };

/** A choice of a form from a list. */
export function SelectField<Values extends FieldValues>(props: SelectFieldOf<Values>) {
  const { form: _form, name: _name, label, help, optional, onValue: _onValue, ...select } = props;
  return (
    <Field label={label} help={help} optional={optional} error={errorOf(props)}>
      {(control) => <Select {...control} {...select} {...registration(props)} />}
    </Field>
  );
}

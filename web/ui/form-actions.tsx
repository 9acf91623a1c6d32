import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import type { FormOf } from "./form-fields.tsx";

type FormErrorNoticeProps<Values extends FieldValues> = {
  form: Pick<FormOf<Values>, "formState">;
  /** What the user can do about it. */
  action?: ReactNode;
};

/** Shows the error of a form as a whole and scrolls it into view: Enter may have been pressed far above it. */
export function FormErrorNotice<Values extends FieldValues>({ form, action }: FormErrorNoticeProps<Values>) {
  const message = form.formState.errors.root?.message;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) notice.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  if (!message) return null;
  return (
    <div ref={notice} className="scroll-my-4">
      <Alert tone="bad" role="alert" action={action}>
        {message}
      </Alert>
    </div>
  );
}

type SubmitButtonProps = {
  busy: boolean;
  /** Replaces the label while the request is in progress: "Saving…". */
  busyLabel: string;
  className?: string;
  children: ReactNode;
};

/** The button that submits a form; it names its action and shows progress. */
export function SubmitButton({ busy, busyLabel, className, children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="primary" busy={busy} className={className}>
      {busy ? busyLabel : children}
    </Button>
  );
}

type ShortFormProps<Values extends FieldValues> = {
  form: Pick<FormOf<Values>, "formState">;
  onSubmit: (event: FormEvent) => void;
  submitLabel: string;
  /** Replaces the label while the request is in progress. */
  busyLabel: string;
  className?: string;
  /** The fields. */
  children: ReactNode;
};

/** A few fields with their error and their button. */
export function ShortForm<Values extends FieldValues>(props: ShortFormProps<Values>) {
  const { form, onSubmit, submitLabel, busyLabel, className = "gap-4 sm:gap-5", children } = props;
  return (
    <form noValidate onSubmit={onSubmit} className={`grid grid-cols-1 ${className}`}>
      {children}
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={busyLabel} className="justify-self-start">
        {submitLabel}
      </SubmitButton>
    </form>
  );
}

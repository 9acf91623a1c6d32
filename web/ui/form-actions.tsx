import { type ReactNode, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import type { FormOf } from "./form-fields.tsx";

type FormErrorNoticeProps<Values extends FieldValues> = {
  form: Pick<FormOf<Values>, "formState">;
  /** An action for the user. */
  action?: ReactNode;
};

/** Shows the error of a form and scrolls it into view: Enter may have been pressed far above it. */
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
  /** Replaces the label during the request: "Saving…". */
  busyLabel: string;
  className?: string;
  children: ReactNode;
};

/** The submit button of a form, which shows progress. */
export function SubmitButton({ busy, busyLabel, className, children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="primary" busy={busy} className={className}>
      {busy ? busyLabel : children}
    </Button>
  );
}

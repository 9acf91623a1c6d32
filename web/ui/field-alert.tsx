import type { ReactNode } from "react";
import { FieldError } from "./field.tsx";

/** The error of a control without text input, which is announced. */
export function FieldAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      <FieldError>{children}</FieldError>
    </div>
  );
}

import type { ReactNode } from "react";
import { FieldError } from "./field.tsx";

/** An error of a control that was not typed into: it is announced. */
export function FieldAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      <FieldError>{children}</FieldError>
    </div>
  );
}

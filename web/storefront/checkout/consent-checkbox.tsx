import { type ComponentProps, type ReactNode, useId } from "react";
import { sentence } from "../../../contract/texts.ts";
import { FieldError } from "../../ui/field.tsx";

type ConsentCheckboxProps = Pick<ComponentProps<"input">, "value" | "autoFocus"> & {
  name: string;
  isChecked: boolean;
  problem?: string | undefined;
  children: ReactNode;
};

/** A checkbox with a statement of consent. A click on the statement ticks it, too. */
export function ConsentCheckbox({ isChecked, problem, children, ...input }: ConsentCheckboxProps) {
  const errorId = useId();
  return (
    <div className="grid gap-1.5">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 text-[15px]">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-primary"
          defaultChecked={isChecked}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : errorId}
          {...input}
        />
        <span>{children}</span>
      </label>
      {problem !== undefined && <FieldError id={errorId}>{sentence(problem)}</FieldError>}
    </div>
  );
}

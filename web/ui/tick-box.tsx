import { CheckIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";

type TickBoxProps = Omit<ComponentPropsWithRef<"input">, "type"> & {
  /** Classes of the tap area. */
  area: string;
  /** Classes of the box's position in it. */
  place: string;
};

/** A checkbox with a large tap area; needs a label. */
export function TickBox({ area, place, ...input }: TickBoxProps) {
  return (
    <span className={`relative block ${area}`}>
      <input
        type="checkbox"
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit]"
        {...input}
      />
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute grid size-6 place-items-center rounded-lg border-2 text-on-primary peer-checked:border-primary peer-checked:bg-primary [&>svg]:invisible peer-checked:[&>svg]:visible ${place}`}
      >
        <CheckIcon size={16} strokeWidth={3} />
      </span>
    </span>
  );
}

import { CheckIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";

type TickBoxProps = Omit<ComponentPropsWithRef<"input">, "type"> & {
  /** Classes of the area that can be tapped. */
  area: string;
  /** Classes of the place of the box in it. */
  place: string;
};

/** A box to tick, larger than it looks; needs a label of its own. */
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

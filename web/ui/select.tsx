import { ChevronDownIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { CONTROL } from "./input.tsx";

type SelectProps = ComponentPropsWithRef<"select"> & {
  /** The choices after those in the children. */
  options?: readonly { value: string | number; label: string }[] | undefined;
};

export function Select({ className = "", options, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select className={`${CONTROL} h-11 appearance-none truncate pe-11 ${className}`} {...rest}>
        {children}
        {options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={18} className="pointer-events-none absolute top-3.5 inset-e-3.5 text-muted" />
    </span>
  );
}

import { ChevronDownIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { CONTROL } from "./input.tsx";

export function Select({ className = "", children, ...rest }: ComponentPropsWithRef<"select">) {
  return (
    <span className="relative block">
      <select className={`${CONTROL} h-11 appearance-none truncate pr-11 ${className}`} {...rest}>
        {children}
      </select>
      <ChevronDownIcon size={18} className="pointer-events-none absolute top-3.5 right-3.5 text-muted" />
    </span>
  );
}

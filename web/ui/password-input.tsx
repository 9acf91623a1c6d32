import { type ComponentPropsWithRef, useState } from "react";
import { t } from "../../contract/texts.ts";
import { Input } from "./input.tsx";

/** A password that can be shown while typing. */
export function PasswordInput({ id, ...rest }: ComponentPropsWithRef<"input"> & { id: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        // The room for the button is at the end of the page's lines, not of the password's.
        dir="ltr"
        id={id}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className="pe-18 rtl:ps-18 rtl:pe-3.5"
        {...rest}
      />
      <button
        type="button"
        aria-controls={id}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 inset-e-0 min-w-16 rounded-control px-3 text-sm font-semibold text-primary hover:underline"
      >
        {t("Show")}
      </button>
    </div>
  );
}

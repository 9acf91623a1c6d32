import { CheckIcon } from "lucide-react";
import type { FieldValues } from "react-hook-form";
import { t } from "../../contract/texts.ts";
import { useHandleCheck } from "../lib/handle-check.ts";
import { rich } from "../lib/rich.ts";
import { type FieldOf, TextField } from "../ui/form-fields.tsx";
import { pageUrlPreview } from "./page-url.ts";

type HandleFieldProps<Values extends FieldValues> = FieldOf<Values> & {
  /** The value of the field. */
  typed: string;
  /** The page's current handle, which is not reported as taken. */
  own?: string;
  /** Sets the field to another handle. */
  onReplace: (handle: string) => void;
  /** True for a suggested handle, which typing replaces. */
  isSuggested?: boolean;
  /** The name of the page: "Your page", unless an administrator enters another user's handle. */
  pageLabel?: string;
};

/** A handle with its URL, and whether it is free. */
export function HandleField<Values extends FieldValues>({
  typed,
  own,
  onReplace,
  isSuggested = false,
  pageLabel = t("Your page"),
  help,
  ...props
}: HandleFieldProps<Values>) {
  const check = useHandleCheck(typed, own);
  // The server's response to a save is already shown below the field, and is newer.
  const hasError = props.form.getFieldState(props.name, props.form.formState).error !== undefined;
  return (
    <div className="grid min-w-0 gap-1">
      <TextField
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        onFocus={({ target }) => isSuggested && target.select()}
        help={
          <>
            {help}
            <span className="block">
              {pageLabel}:{" "}
              <span className="font-medium text-ink [overflow-wrap:anywhere]">
                {pageUrlPreview(window.location.host, typed)}
              </span>
            </span>
          </>
        }
      />
      <div className={`flex flex-wrap items-center gap-x-2 text-sm ${typed === own ? "" : "min-h-6"}`}>
        <p role="status" className="font-medium">
          {check?.available && !hasError && (
            <span className="flex items-center gap-1 text-good">
              <CheckIcon size={16} />
              {t("This handle is free.")}
            </span>
          )}
          {check && !check.available && !hasError && (
            <span className="text-warn">{t("This handle is already taken.")}</span>
          )}
        </p>
        {check && !check.available && check.suggestion !== null && (
          <button
            type="button"
            onClick={() => onReplace(check.suggestion ?? typed)}
            className="-my-2.5 min-h-11 font-semibold text-primary [overflow-wrap:anywhere] hover:underline"
          >
            {rich("Use {suggestion}", { suggestion: check.suggestion })}
          </button>
        )}
      </div>
    </div>
  );
}

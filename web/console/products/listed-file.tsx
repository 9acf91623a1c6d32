import { ArrowDownIcon, ArrowUpIcon, Trash2Icon } from "lucide-react";
import { useId } from "react";
import { MAX_FILE_NAME } from "../../../contract/rules/file-limits.ts";
import { t } from "../../../contract/texts.ts";
import { formatBytes } from "../../lib/bytes.ts";
import { FieldError } from "../../ui/field.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { swapped } from "../editing/swapped.ts";
import type { FormFile } from "./use-files-upload.ts";
import type { ProductFormProps } from "./use-product-form.ts";

type ListedFileProps = Pick<ProductFormProps, "state"> & {
  files: readonly FormFile[];
  file: FormFile;
  at: number;
};

/** A file of a product with its name and size, and buttons to move, remove and replace it. */
export function ListedFile({ state: { form, file: list }, files, file, at }: ListedFileProps) {
  const { upload, change, replace } = list;
  const number = at + 1;
  const errorId = useId();
  const error = form.getFieldState(`files.${at}.name`, form.formState).error?.message;
  return (
    <li className="grid grid-cols-1 gap-2 p-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0 gap-1.5">
        <Input
          aria-label={t("Name of file {number}", { number })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          maxLength={MAX_FILE_NAME}
          {...form.register(`files.${at}.name`)}
        />
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      <div className="flex items-center">
        <span className="me-auto px-1.5 text-sm whitespace-nowrap text-muted tabular-nums">
          {formatBytes(file.size)}
        </span>
        {at > 0 && (
          <IconButton
            label={t("Move up file {number}", { number })}
            onClick={() => change(swapped(files, at - 1))}
          >
            <ArrowUpIcon size={18} />
          </IconButton>
        )}
        {at < files.length - 1 && (
          <IconButton
            label={t("Move down file {number}", { number })}
            onClick={() => change(swapped(files, at))}
          >
            <ArrowDownIcon size={18} />
          </IconButton>
        )}
        <IconButton
          label={t("Remove file {number}", { number })}
          onClick={() => change(files.filter((_, place) => place !== at))}
        >
          <Trash2Icon size={18} />
        </IconButton>
        {upload.progress === null && (
          <FilePicker
            label={t("Replace file {number}", { number })}
            shown={t("Replace")}
            onPick={(picked) => replace(file, picked)}
          />
        )}
      </div>
    </li>
  );
}

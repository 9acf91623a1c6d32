import { FileCheck } from "lucide-react";
import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldAlert } from "../../ui/field-alert.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";
import type { ProductFormProps } from "./use-product-form.ts";

type DigitalFileFieldProps = Omit<ProductFormProps, "product"> & {
  /** True once the form was used; before that, it shows no warning. */
  warns: boolean;
};

export function DigitalFileField({ state, values, warns }: DigitalFileFieldProps) {
  const { upload, name, remove } = state.file;
  const attached = values.digitalFilePath !== null;
  const error = state.form.formState.errors.digitalFilePath?.message;
  const running = upload.progress !== null;
  const controls = useFocusFallback<HTMLFieldSetElement>(uploadPhase({ running, attached }));
  return (
    <fieldset ref={controls} className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-1.5 font-semibold">File for buyers</legend>
      {upload.progress ? (
        <div className="rounded-control border border-line p-3.5">
          <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
        </div>
      ) : (
        <>
          {attached ? (
            <p className="flex items-center gap-2.5 rounded-control bg-tint px-3.5 py-2.5">
              <FileCheck size={20} className="shrink-0 text-primary" />
              <span className="min-w-0 truncate font-medium">{name ?? "A file is attached"}</span>
            </p>
          ) : (
            warns && <Alert tone="warn">Without a file, buyers get nothing to download.</Alert>
          )}
          <div className="flex flex-wrap gap-2">
            <FilePicker label={attached ? "Replace file" : "Upload file"} onPick={upload.start} />
            {attached && (
              <Button variant="quiet" onClick={remove}>
                Remove file
              </Button>
            )}
          </div>
        </>
      )}
      {upload.error && <FieldAlert>{upload.error}</FieldAlert>}
      {error && <FieldAlert>{error}</FieldAlert>}
    </fieldset>
  );
}

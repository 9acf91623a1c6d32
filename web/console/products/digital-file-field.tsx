import { MAX_VERSION_NOTE } from "../../../contract/api/product-versions.ts";
import { MAX_PRODUCT_FILES } from "../../../contract/rules/file-limits.ts";
import { t } from "../../../contract/texts.ts";
import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Alert } from "../../ui/alert.tsx";
import { FieldAlert } from "../../ui/field-alert.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { TextAreaField } from "../../ui/form-fields.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";
import { ListedFile } from "./listed-file.tsx";
import { needsDelivery } from "./product-draft.ts";
import { ProductVersions } from "./product-versions.tsx";
import type { FormFile } from "./use-files-upload.ts";
import type { ProductFormProps } from "./use-product-form.ts";

type DigitalFileFieldProps = ProductFormProps & {
  /** True once the form was used; before that, it shows no warning. */
  warns: boolean;
};

/** The files that buyers get, in order. */
export function DigitalFileField({ state, product, values, warns }: DigitalFileFieldProps) {
  const { files } = values;
  const { upload, waiting, leftOut, add } = state.file;
  const error = state.form.formState.errors.files?.message;
  const running = upload.progress !== null;
  const phase = uploadPhase({ running, attached: files.length > 0 });
  const controls = useFocusFallback<HTMLFieldSetElement>(`${phase} ${files.map(({ path }) => path)}`);
  const room = MAX_PRODUCT_FILES - files.length;
  return (
    <fieldset ref={controls} className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-1.5 font-semibold">{t("Files for buyers")}</legend>
      {files.length > 0 ? (
        <ol className="grid grid-cols-1 divide-y divide-line rounded-control border border-line">
          {files.map((file, at) => (
            <ListedFile key={keyOf(files, at)} state={state} files={files} file={file} at={at} />
          ))}
        </ol>
      ) : (
        warns &&
        !running &&
        needsDelivery(values) && (
          <Alert tone="warn">{t("Without a file, buyers get nothing to download.")}</Alert>
        )
      )}
      {upload.progress && (
        <div className="grid gap-2 rounded-control border border-line p-3.5">
          <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
          {waiting > 0 && (
            <p className="text-sm text-muted">
              {t("{count, plural, one {# more file} other {# more files}}", { count: waiting })}
            </p>
          )}
        </div>
      )}
      {!running && room > 0 && (
        <div>
          <FilePicker
            label={files.length > 0 ? t("Add files") : t("Upload file")}
            multiple
            onPick={(_, all) => add(all)}
          />
        </div>
      )}
      {leftOut > 0 && (
        <Alert tone="warn">
          {t(
            "A product can have at most {max, plural, one {# file} other {# files}}. Left out: {leftOut, plural, one {# file} other {# files}}.",
            { max: MAX_PRODUCT_FILES, leftOut },
          )}
        </Alert>
      )}
      {upload.error && <FieldAlert>{upload.error}</FieldAlert>}
      {error && <FieldAlert>{error}</FieldAlert>}
      {isAnyReplaced(files, product?.files ?? []) && (
        <TextAreaField
          form={state.form}
          name="versionNote"
          label={t("Note on the new version")}
          help={t("Buyers read it on their order page, with the version's number and date.")}
          optional
          rows={2}
          maxLength={MAX_VERSION_NOTE}
        />
      )}
      {files.length > 0 && (
        <p className="text-sm text-muted">
          {t(
            "Whoever has bought the product gets a replaced file, too, as a new version of the product. An added file is for those who buy from now on, and a removed one stays with those who bought it.",
          )}
        </p>
      )}
      {product && product.files.length > 0 && <ProductVersions product={product} />}
    </fieldset>
  );
}

/** Returns whether a saved file has other bytes, so that saving makes a version. */
const isAnyReplaced = (files: readonly FormFile[], saved: readonly FormFile[]) =>
  saved.some(({ id, path }) => files.some((file) => file.id === id && file.path !== path));

/** A key that a file keeps when it is moved. A file may be listed twice. */
const keyOf = (files: readonly FormFile[], at: number) =>
  `${files[at]?.path} ${files.slice(0, at).filter(({ path }) => path === files[at]?.path).length}`;

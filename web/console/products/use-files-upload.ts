import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { ProductInput } from "../../../contract/api/products.ts";
import { MAX_PRODUCT_FILES } from "../../../contract/rules/file-limits.ts";
import { useFieldUpload } from "../../lib/use-upload.ts";
import { useUploadQueue } from "../../lib/use-upload-queue.ts";
import type { ProductFormValues } from "./product-draft.ts";

export type FormFile = ProductFormValues["files"][number];

/** Uploads files of a product one after the other: new ones for the end of the list, or one in place of another. */
export function useFilesUpload(form: UseFormReturn<ProductFormValues, unknown, ProductInput>) {
  // The file itself and not its place, because files can be moved and removed meanwhile.
  const replaced = useRef<FormFile | null>(null);
  const change = (files: FormFile[]) => {
    form.setValue("files", files, { shouldDirty: true });
    form.clearErrors("files");
  };
  const upload = useFieldUpload(form, "files", {
    purpose: "digital",
    onDone: ({ path }, { name, size }) => {
      const files = form.getValues("files");
      const former = replaced.current;
      if (!former) {
        change([...files, { id: null, path, name, size }]);
        return;
      }
      const at = files.findIndex((file) => file.id === former.id && file.path === former.path);
      change(
        files.map((file, place) =>
          place === at ? { ...file, path, size, name: nameAfter(file.name, name) } : file,
        ),
      );
    },
  });
  const { pick, ...queue } = useUploadQueue(upload);
  return {
    ...queue,
    change,
    add(files: readonly File[]) {
      replaced.current = null;
      pick(files, MAX_PRODUCT_FILES - form.getValues("files").length);
    },
    replace(former: FormFile, file: File) {
      replaced.current = former;
      pick([file], 1);
    },
    remove() {
      queue.upload.cancel();
      change([]);
    },
  };
}

/** Returns the name of a replaced file: its own, unless the new one has another extension. */
function nameAfter(name: string, uploaded: string): string {
  const extensionOf = (text: string) => /\.[^.]+$/.exec(text)?.[0].toLowerCase();
  const before = extensionOf(name);
  return before === undefined || before === extensionOf(uploaded) ? name : uploaded;
}

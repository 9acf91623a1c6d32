import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { ProductInput } from "../../../contract/api/products.ts";
import { MAX_PRODUCT_FILES } from "../../../contract/rules/file-limits.ts";
import { useFieldUpload } from "../../lib/use-upload.ts";
import type { ProductFormValues } from "./product-draft.ts";

export type FormFile = ProductFormValues["files"][number];

/** Uploads files of a product one after the other: new ones for the end of the list, or one in place of another. */
export function useFilesUpload(form: UseFormReturn<ProductFormValues, unknown, ProductInput>) {
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [leftOut, setLeftOut] = useState(0);
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
  const { progress, error, start } = upload;
  const isRunning = progress !== null;
  const isStarting = useRef(false);
  useEffect(() => {
    if (isRunning) isStarting.current = false;
    if (error !== null) {
      isStarting.current = false;
      setWaiting((files) => (files.length > 0 ? [] : files));
    }
    const [next, ...others] = waiting;
    if (isRunning || isStarting.current || error !== null || !next) return;
    isStarting.current = true;
    setWaiting(others);
    start(next);
  });
  const cancel = () => {
    isStarting.current = false;
    setWaiting([]);
    upload.cancel();
  };
  const pick = (files: readonly File[], former: FormFile | null) => {
    cancel();
    replaced.current = former;
    const room = former ? 1 : MAX_PRODUCT_FILES - form.getValues("files").length;
    setLeftOut(Math.max(0, files.length - room));
    setWaiting(files.slice(0, room));
  };
  return {
    upload: { ...upload, cancel },
    /** The number of files after the one in progress. */
    waiting: waiting.length,
    /** The number of picked files that are too many for the product. */
    leftOut,
    change,
    add: (files: readonly File[]) => pick(files, null),
    replace: (former: FormFile, file: File) => pick([file], former),
    remove: () => {
      cancel();
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

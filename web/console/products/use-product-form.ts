import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { toast } from "sonner";
import { CENTER } from "../../../contract/api/images.ts";
import { Product, type ProductInput } from "../../../contract/api/products.ts";
import { tileMessages } from "../../../contract/api/tile-messages.ts";
import { sentence, t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { firstErrorOnly, setFirstApiError } from "../../lib/form-errors.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { useFieldUpload } from "../../lib/use-upload.ts";
import { useUploadQueue } from "../../lib/use-upload-queue.ts";
import { useSavedValues } from "../editing/saved-values.ts";
import { useDeliveryQuestion } from "./delivery-question.tsx";
import {
  freeBy,
  isSame,
  type ProductFormValues,
  ProductForm as Schema,
  TOGETHER,
  toFormValues,
} from "./product-draft.ts";
import { type PutProblem, putProblem, usePutOnPage } from "./put-on-page.tsx";
import { productsQuery, useSaveProduct } from "./queries.ts";
import { useFilesUpload } from "./use-files-upload.ts";

const FILE_UPLOAD_RUNNING = t("Please wait for the file upload to finish.");
const FAILURE = t("Couldn't save product.");

/** The name of the button that saves the product and puts it on the page. */
export const PUT_ON_PAGE = "put-on-page";

export type Saved = {
  product: Product;
  /** The reason why the requested tile could not be added. */
  problem: PutProblem | null;
  /** True if the form was changed during the save: these changes are still unsaved. */
  hasNewerChanges: boolean;
};

export type ProductFormState = UseFormReturn<ProductFormValues, unknown, ProductInput>;
export type ProductFormProps = {
  state: ReturnType<typeof useProductForm>;
  /** The product to edit, or null for a new one. */
  product: Product | null;
  values: ProductFormValues;
};
type Options = { product: Product | null; onSaved: (saved: Saved) => void };

/** The state of the product form: its values, uploads, questions before saving, and saving. */
export function useProductForm({ product, onSaved }: Options) {
  const form = useForm<ProductFormValues, unknown, ProductInput>({
    resolver: firstErrorOnly(schemaResolver(Schema)),
    defaultValues: toFormValues(product),
  });
  const file = useFilesUpload(form);
  const image = useImageUpload(form);
  const more = useMoreImagesUpload(form);
  const uploading = [file.upload, image.upload, more.upload].some(({ progress }) => progress !== null);
  const putsOnPage = useRef(false);
  const { save, saving, ...following } = useSave(form, { product, uploading, onSaved });
  const { conflict } = following;
  const send = form.handleSubmit((input) => {
    const publishes = putsOnPage.current;
    if (!free.ask() && !delivery.ask(publishes)) return save(input, { putsOnPage: publishes });
  });
  const free = useFreePriceQuestion(form, () => void send());
  const delivery = useDeliveryQuestion(form, { product, onAccepted: () => void send() });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    putsOnPage.current = event.nativeEvent.submitter?.getAttribute("name") === PUT_ON_PAGE;
    form.clearErrors();
    if (conflict.ask()) return;
    if (file.upload.progress) form.setError("files", { message: FILE_UPLOAD_RUNNING });
    else if (image.upload.progress)
      form.setError("mediaUrl", { message: sentence(tileMessages.uploadRunning) });
    else if (more.upload.progress)
      form.setError("moreImages", { message: sentence(tileMessages.uploadRunning) });
    else void send();
  };
  const questions = { free: free.question, delivery: delivery.question };
  return { form, file, image, more, uploading, saving, ...following, questions, submit };
}

function useImageUpload(form: ProductFormState) {
  const upload = useFieldUpload(form, "mediaUrl", {
    purpose: "image",
    onDone: ({ url }) => {
      form.setValue("mediaUrl", url ?? "", { shouldDirty: true });
      resetDetails();
    },
  });
  // Description and focal point do not apply to another image.
  const resetDetails = () => {
    form.setValue("mediaAlt", "");
    form.setValue("mediaFocus", CENTER);
  };
  const remove = () => {
    form.setValue("mediaUrl", "", { shouldDirty: true });
    resetDetails();
  };
  return { upload, remove };
}

function useMoreImagesUpload(form: ProductFormState) {
  return useUploadQueue(
    useFieldUpload(form, "moreImages", {
      purpose: "image",
      onDone: ({ url }) => {
        const images = form.getValues("moreImages");
        if (url)
          form.setValue("moreImages", [...images, { url, alt: "", focus: CENTER }], { shouldDirty: true });
      },
    }),
  );
}

function useSave(form: ProductFormState, { product, uploading, onSaved }: Options & { uploading: boolean }) {
  const put = usePutOnPage();
  const { data: products } = useQuery(productsQuery);
  const { send, ...following } = useSavedValues<ProductFormValues, ProductInput, Product | null>(form, {
    opened: product,
    saved: products?.find(({ id }) => id === product?.id),
    schema: Product,
    toValues: toFormValues,
    together: TOGETHER,
  });
  const { isDeleted } = following;
  const { mutateAsync, isPending } = useSaveProduct(isDeleted ? null : product);
  // By now another product may be in the form, or an upload in progress.
  const now = useRef({ isShown: false, isUploading: false });
  useEffect(() => {
    now.current = { isShown: true, isUploading: uploading };
    return () => {
      now.current.isShown = false;
    };
  }, [uploading]);

  const save = async (input: ProductInput, { putsOnPage }: { putsOnPage: boolean }) => {
    const submitted = form.getValues();
    try {
      const saved = await send(
        (read) => mutateAsync({ input, read }),
        () => void form.handleSubmit((latest) => save(latest, { putsOnPage }))(),
      );
      if (!saved) return;
      toast.success(t("{name} saved.", { name: saved.name }));
      const problem = putsOnPage ? await put.mutateAsync(saved).then(() => null, putProblem) : null;
      if (!now.current.isShown) {
        if (problem)
          toast.error(
            t("{name} is not on your page: {problem}", { name: saved.name, problem: problem.message }),
          );
        return;
      }
      const hasNewerChanges = now.current.isUploading || !isSame(form.getValues(), submitted);
      if (hasNewerChanges) form.reset(submitted, { keepValues: true, keepDirty: true });
      onSaved({ product: saved, problem, hasNewerChanges });
    } catch (error) {
      if (!now.current.isShown) {
        toast.error(`${input.name}: ${errorMessage(error, FAILURE)}`);
        return;
      }
      setFirstApiError(form, error, { fallback: FAILURE });
    }
  };
  return { save, saving: isPending || put.isPending, ...following };
}

/** Asks once before a text instead of a price, or a new minimum of 0, makes the product free. Then calls `onAccepted`. */
function useFreePriceQuestion(form: ProductFormState, onAccepted: () => void) {
  const [isOpen, setOpen] = useState(false);
  const accepted = useRef<string | null>(null);
  /** Returns false if there is nothing to ask. */
  const ask = () => {
    const reason = findReason(form);
    const mustAsk = reason !== null && accepted.current !== reason.text;
    if (mustAsk) setOpen(true);
    return mustAsk;
  };
  const accept = () => {
    accepted.current = findReason(form)?.text ?? null;
    setOpen(false);
    onAccepted();
  };
  return { ask, question: { open: isOpen, onClose: () => setOpen(false), onConfirm: accept } };
}

/** Returns the text that newly makes the product free, or null. */
function findReason(form: ProductFormState) {
  const reason = freeBy(form.getValues());
  const saved = freeBy(form.formState.defaultValues as ProductFormValues);
  return reason?.field === "minPriceCents" && saved?.field === "minPriceCents" ? null : reason;
}

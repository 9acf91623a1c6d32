import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { toast } from "sonner";
import { CENTER } from "../../../contract/api/images.ts";
import { Product, type ProductInput } from "../../../contract/api/products.ts";
import { tileMessages } from "../../../contract/api/tiles.ts";
import { parsePrice } from "../../../contract/rules/price-text.ts";
import { errorMessage } from "../../lib/api.ts";
import { firstErrorOnly, setFirstApiError } from "../../lib/form-errors.ts";
import { useFieldUpload } from "../../lib/use-upload.ts";
import { isNotFound } from "../ignore-not-found.ts";
import { useSavedValues } from "../saved-values.ts";
import {
  isSame,
  type ProductFormValues,
  ProductForm as Schema,
  TOGETHER,
  toFormValues,
} from "./product-draft.ts";
import { type PutProblem, putProblem, usePutOnPage } from "./put-on-page.tsx";
import { productsQuery, useSaveProduct } from "./queries.ts";

/** The fields that can show an error. */
const FIELDS = [
  "name",
  "slug",
  "description",
  "priceCents",
  "currency",
  "minPriceCents",
  "type",
  "stock",
  "shippingCents",
  "shippingAbroadCents",
  "digitalFilePath",
  "mediaUrl",
  "mediaAlt",
  "moreImages",
] as const;
const FILE_UPLOAD_RUNNING = "Please wait for the file upload to finish.";
const FAILURE = "Couldn't save product.";

/** The name of the button that saves the product and makes a tile of it. */
export const PUT_ON_PAGE = "put-on-page";

export type Saved = {
  product: Product;
  /** Why it could not be put on the page, which was asked for. */
  problem: PutProblem | null;
  /** True when the form was changed while it was saved: these changes are still unsaved. */
  hasNewerChanges: boolean;
};

type Form = UseFormReturn<ProductFormValues, unknown, ProductInput>;
type Options = { product: Product | null; onSaved: (saved: Saved) => void };

/** The state of the product form: its values, its two uploads, the question about a free price, and saving. */
export function useProductForm({ product, onSaved }: Options) {
  const form = useForm<ProductFormValues, unknown, ProductInput>({
    resolver: firstErrorOnly(zodResolver(Schema)),
    defaultValues: toFormValues(product),
  });
  const file = useFileUpload(form);
  const image = useImageUpload(form);
  const more = useMoreImagesUpload(form);
  const uploading = [file, image, more].some(({ upload }) => upload.progress !== null);
  const putsOnPage = useRef(false);
  const { save, saving, isDeleted, conflict } = useSave(form, { product, uploading, onSaved });
  const free = useFreePriceQuestion();

  const submit = form.handleSubmit((input) => {
    if (free.mustAsk(form.getValues("priceCents"))) free.ask();
    else return save(input, { putsOnPage: putsOnPage.current });
  });
  const submitUnlessUploading = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    putsOnPage.current = event.nativeEvent.submitter?.getAttribute("name") === PUT_ON_PAGE;
    form.clearErrors();
    if (conflict.ask()) return;
    if (file.upload.progress) form.setError("digitalFilePath", { message: FILE_UPLOAD_RUNNING });
    else if (image.upload.progress) form.setError("mediaUrl", { message: tileMessages.uploadRunning });
    else if (more.upload.progress) form.setError("moreImages", { message: tileMessages.uploadRunning });
    else void submit();
  };
  const freeQuestion = {
    open: free.isOpen,
    onClose: free.close,
    onConfirm: () => {
      free.accept(form.getValues("priceCents"));
      void submit();
    },
  };
  return {
    form,
    file,
    image,
    more,
    uploading,
    saving,
    isDeleted,
    conflict,
    freeQuestion,
    submit: submitUnlessUploading,
  };
}

function useFileUpload(form: Form) {
  const [name, setName] = useState<string | null>(null);
  const upload = useFieldUpload(form, "digitalFilePath", {
    purpose: "digital",
    failure: "File upload failed",
    onDone: ({ path }, { name }) => {
      form.setValue("digitalFilePath", path, { shouldDirty: true });
      setName(name);
    },
  });
  const remove = () => {
    upload.cancel();
    form.setValue("digitalFilePath", null, { shouldDirty: true });
    setName(null);
    form.clearErrors("digitalFilePath");
  };
  return { upload, name, remove };
}

function useImageUpload(form: Form) {
  const upload = useFieldUpload(form, "mediaUrl", {
    purpose: "image",
    failure: "Image upload failed",
    onDone: ({ url }) => {
      form.setValue("mediaUrl", url ?? "", { shouldDirty: true });
      resetDetails();
    },
  });
  // The description and focal point of an image do not apply to another one.
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

function useMoreImagesUpload(form: Form) {
  const upload = useFieldUpload(form, "moreImages", {
    purpose: "image",
    failure: "Image upload failed",
    onDone: ({ url }) => {
      const images = form.getValues("moreImages");
      if (url)
        form.setValue("moreImages", [...images, { url, alt: "", focus: CENTER }], { shouldDirty: true });
    },
  });
  return { upload };
}

function useSave(form: Form, { product, uploading, onSaved }: Options & { uploading: boolean }) {
  // Deleted in another tab while it was edited here: the values can be saved as a new product.
  const [isDeleted, setIsDeleted] = useState(false);
  const { mutateAsync, isPending } = useSaveProduct(isDeleted ? null : product);
  const put = usePutOnPage();
  const { data: products } = useQuery(productsQuery);
  const { send, conflict } = useSavedValues<ProductFormValues, ProductInput, Product | null>(form, {
    opened: product,
    saved: products?.find(({ id }) => id === product?.id),
    schema: Product,
    toValues: toFormValues,
    together: TOGETHER,
  });
  // Another product may be in the form by the time the response arrives.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const isUploading = useRef(uploading);
  useEffect(() => {
    isUploading.current = uploading;
  }, [uploading]);

  const save = async (input: ProductInput, { putsOnPage }: { putsOnPage: boolean }) => {
    const submitted = form.getValues();
    try {
      const saved = await send(
        (read) => mutateAsync({ input, read }),
        () => void form.handleSubmit((latest) => save(latest, { putsOnPage }))(),
      );
      if (!saved) return;
      toast.success(`${saved.name} saved.`);
      const problem = putsOnPage ? await put.mutateAsync(saved).then(() => null, putProblem) : null;
      if (!isShown.current) {
        if (problem) toast.error(`${saved.name} is not on your page: ${problem.message}`);
        return;
      }
      const hasNewerChanges = isUploading.current || !isSame(form.getValues(), submitted);
      if (hasNewerChanges) form.reset(submitted, { keepValues: true, keepDirty: true });
      setIsDeleted(false);
      onSaved({ product: saved, problem, hasNewerChanges });
    } catch (error) {
      if (!isShown.current) {
        toast.error(`${input.name}: ${errorMessage(error, FAILURE)}`);
        return;
      }
      if (product && isNotFound(error)) setIsDeleted(true);
      setFirstApiError(form, error, { fields: FIELDS, fallback: FAILURE });
    }
  };
  return { save, saving: isPending || put.isPending, isDeleted, conflict };
}

/** Asks once before a price that is not a number is saved as free. */
function useFreePriceQuestion() {
  const [isOpen, setOpen] = useState(false);
  const accepted = useRef<string | null>(null);
  return {
    isOpen,
    ask: () => setOpen(true),
    close: () => setOpen(false),
    accept: (text: string) => {
      accepted.current = text;
      setOpen(false);
    },
    mustAsk: (text: string) => parsePrice(text).kind === "invalid" && accepted.current !== text,
  };
}

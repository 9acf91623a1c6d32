import { useState } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../../../contract/texts.ts";
import { PagePreview } from "../preview/preview-pane.tsx";
import { usePreviewScheme, useProductPreview } from "../preview/use-page-preview.ts";
import { type ProductFormValues, toDraft } from "./product-draft.ts";
import type { ProductFormState } from "./use-product-form.ts";

type ProductPreviewProps = { form: ProductFormState; id: number | null };

/** The product's page with unsaved values. A separate component, so that responses render nothing else. */
export function ProductPreview({ form, id }: ProductPreviewProps) {
  const values = useWatch({ control: form.control, compute: (all: ProductFormValues) => all });
  const draft = toDraft(values);
  // Invalid values cannot be shown: the last page stays.
  const [content, setContent] = useState(draft ?? { name: values.name.trim() || t("Product") });
  if (draft && JSON.stringify(draft) !== JSON.stringify(content)) setContent(draft);
  const [scheme, setScheme] = usePreviewScheme();
  const query = useProductPreview({ id, content }, scheme);
  return (
    <PagePreview
      query={query}
      scheme={scheme}
      onScheme={setScheme}
      className="sticky top-4"
      phoneHeight="h-[min(780px,calc(100dvh-112px))]"
      wideHeight="h-72"
    />
  );
}

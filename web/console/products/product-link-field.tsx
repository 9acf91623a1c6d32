import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { slugOf } from "../../../contract/rules/slugs.ts";
import { t } from "../../../contract/texts.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { useCreator } from "../creator-context.ts";
import { Fold } from "./form-parts.tsx";
import type { ProductFormProps } from "./use-product-form.ts";

/** The last part of the product page's URL. A new product derives it from its name. */
export function ProductLinkField({ state: { form }, product, values }: ProductFormProps) {
  const { handle } = useCreator();
  const slug = slugOf(values.slug) || (product?.slug ?? slugOf(values.name));
  const changes = product !== null && slug !== product.slug;
  return (
    <Fold
      title={t("Page link")}
      value={slug ? decodeURI(paths.product(handle, slug)) : t("Made from the name")}
      error={form.formState.errors.slug !== undefined}
    >
      <TextField
        form={form}
        name="slug"
        label={t("Page link")}
        optional
        help={
          changes
            ? t("The old link will lead to the new one.")
            : slug
              ? t("The product's own page: {path}", {
                  path: decodeURI(paths.product(handle, slug)),
                })
              : t("The product gets its own page. Its link is made from the name.")
        }
        maxLength={limits.productSlug.max}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </Fold>
  );
}

import { MAX_BUYER_LINK_LABEL } from "../../../contract/rules/buyer-message-limits.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import { t } from "../../../contract/texts.ts";
import { type FormOf, TextField, UrlField } from "../../ui/form-fields.tsx";
import { BuyerMessages } from "../../widgets/buyer-messages.tsx";
import { useCreator } from "../creator-context.ts";
import { DescriptionField } from "../descriptions/description-field.tsx";
import { Part } from "./form-parts.tsx";
import type { ProductFormValues } from "./product-draft.ts";

type MessageFieldsProps = { form: FormOf<ProductFormValues>; values: ProductFormValues };

/** The message for paying buyers, with a preview of it on their order page. */
export function MessageFields({ form, values }: MessageFieldsProps) {
  return (
    <Part title={t("After the purchase")}>
      <DescriptionField
        form={form}
        name="buyerMessage"
        label={t("Message to buyers")}
        help={t(
          "Shown once the order is paid: on the order page and in the receipt. Changes reach earlier buyers on their order page.",
        )}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="buyerLinkLabel"
          label={t("Link label")}
          optional
          maxLength={MAX_BUYER_LINK_LABEL}
        />
        <UrlField form={form} name="buyerLinkUrl" label={t("Link URL")} optional maxLength={limits.url.max} />
      </div>
      <MessagePreview values={values} />
    </Part>
  );
}

/** Shows the message as buyers see it. Its links lead nowhere. */
function MessagePreview({ values }: Pick<MessageFieldsProps, "values">) {
  const { display_name } = useCreator();
  const text = values.buyerMessage.trim() || null;
  const label = values.buyerLinkLabel.trim();
  const url = values.buyerLinkUrl.trim();
  const link = label !== "" && isHttpUrl(url) ? { label, url } : null;
  const messages = text === null && link === null ? [] : [{ name: null, text, link }];
  const isService = values.type === "service";
  if (messages.length === 0 && !isService) return null;
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="text-sm font-semibold">{t("Buyers see")}</p>
      <div inert className="max-h-80 overflow-y-auto rounded-control border border-line px-4 pb-4">
        <BuyerMessages
          creator={display_name}
          messages={messages}
          next={isService ? (messages.length > 0 ? "message" : "contact") : null}
        />
      </div>
    </div>
  );
}

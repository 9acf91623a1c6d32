import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { type CampaignLink, CampaignLinkInput } from "../../../contract/api/campaign-links.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { slugOf } from "../../../contract/rules/slugs.ts";
import { toLocalInput } from "../../lib/local-time.ts";
import { SelectField, TextField, TimeField } from "../../ui/form-fields.tsx";
import { DialogForm } from "../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../widgets/request-form.tsx";
import { useCreator } from "../creator-context.ts";
import { productsQuery } from "../products/queries.ts";
import { useSaveLink } from "./queries.ts";

/** The form has the product as text. */
const Schema = CampaignLinkInput.extend({
  productId: z.string().transform((id) => (id === "" ? null : Number(id))),
});

type CampaignLinkFormProps = { link: CampaignLink | null; onSaved: () => void };

export function CampaignLinkForm({ link, onSaved }: CampaignLinkFormProps) {
  const { time_zone: timeZone } = useCreator();
  const { data: products = [] } = useQuery(productsQuery);
  const save = useSaveLink(link);
  const { form, onSubmit } = useRequestForm(Schema, {
    values: {
      title: link?.title ?? "",
      name: link?.name ?? "",
      source: link?.source ?? "",
      productId: link?.product_id ? String(link.product_id) : "",
      endsAt: link?.ends_at ? toLocalInput(link.ends_at, timeZone) : "",
    },
    send: (input) => save.mutateAsync(input).then(onSaved),
    failure: "Couldn't save the link.",
  });
  /** The name follows the title until it is typed. */
  const suggestName = (title: string) => {
    if (!link && !form.getFieldState("name").isDirty)
      form.resetField("name", {
        defaultValue: slugOf(title)
          .replace(/[^a-z0-9-]/g, "")
          .slice(0, limits.campaignName.max),
      });
  };
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel={link ? "Save link" : "Create link"}>
      <TextField
        form={form}
        name="title"
        label="Title"
        help="For yourself: “Story in May” or “Poster in the window”."
        maxLength={limits.campaignTitle.max}
        onValue={suggestName}
      />
      <TextField
        form={form}
        name="name"
        label="Name in the URL"
        help={
          link
            ? "It stays, because it may be printed."
            : "Letters, digits and hyphens. It cannot be changed later."
        }
        maxLength={limits.campaignName.max}
        readOnly={link !== null}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        form={form}
        name="source"
        label="Source"
        help="Where it is placed: instagram, newsletter, poster."
        maxLength={limits.source.max}
        autoCapitalize="none"
      />
      <SelectField
        form={form}
        name="productId"
        label="Leads to"
        options={[
          { value: "", label: "Your page" },
          ...products.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TimeField
        form={form}
        name="endsAt"
        label="Ends"
        optional
        help={`Afterwards it leads to your page and counts no more. Local time in ${timeZone.replaceAll("_", " ")}.`}
      />
    </DialogForm>
  );
}

import { CONTACT_NAME_LENGTH, TYPED_PHONE_LENGTH } from "../../../contract/api/contacts.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { TextField } from "../../ui/form-fields.tsx";
import type { TileFormState } from "./tile-draft.ts";

/** The ways to reach the creator. Visitors see all of them. */
export function TileContactFields({ form }: { form: TileFormState }) {
  const phone = { type: "tel", optional: true, maxLength: TYPED_PHONE_LENGTH } as const;
  return (
    <>
      <TextField form={form} name="contact.name" label={t("Name")} optional maxLength={CONTACT_NAME_LENGTH} />
      <TextField
        form={form}
        name="contact.email"
        label={t("Email")}
        help={t("Visible to everybody, also to programs that collect emails.")}
        type="email"
        optional
        maxLength={limits.email.max}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="contact.phone"
          label={t("Phone")}
          help={t("With + and the country code.")}
          {...phone}
        />
        <TextField
          form={form}
          name="contact.whatsapp"
          label={t("WhatsApp")}
          help={t("The number of your account.")}
          {...phone}
        />
      </div>
    </>
  );
}

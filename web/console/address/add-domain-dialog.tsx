import { type Domain, DomainInput } from "../../../contract/api/domains.ts";
import { t } from "../../../contract/texts.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../widgets/request-form.tsx";
import { useAddDomain } from "./queries.ts";

type AddDomainProps = { open: boolean; onAdded: (domain: Domain) => void; onClose: () => void };

/** Adds an own domain. */
export function AddDomainDialog({ open, onAdded, onClose }: AddDomainProps) {
  return (
    <FormDialog open={open} title={t("Add a domain")} onClose={onClose}>
      <AddDomainForm onAdded={onAdded} />
    </FormDialog>
  );
}

function AddDomainForm({ onAdded }: Pick<AddDomainProps, "onAdded">) {
  const add = useAddDomain();
  const { form, onSubmit } = useRequestForm(DomainInput, {
    values: { name: "" },
    send: async (input) => onAdded((await add.mutateAsync(input)).domain),
    failure: t("Couldn't add the domain."),
  });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel={t("Add domain")} busyLabel={t("Adding…")}>
      <TextField
        form={form}
        name="name"
        label={t("Domain")}
        help={t("A domain that you own, such as example.org or shop.example.org.")}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </DialogForm>
  );
}

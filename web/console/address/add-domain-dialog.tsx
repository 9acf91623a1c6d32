import { type Domain, DomainInput } from "../../../contract/api/domains.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../widgets/request-form.tsx";
import { useAddDomain } from "./queries.ts";

type AddDomainProps = { open: boolean; onAdded: (domain: Domain) => void; onClose: () => void };

/** Adds an own domain. */
export function AddDomainDialog({ open, onAdded, onClose }: AddDomainProps) {
  return (
    <FormDialog open={open} title="Add a domain" onClose={onClose}>
      <AddDomainForm onAdded={onAdded} />
    </FormDialog>
  );
}

function AddDomainForm({ onAdded }: Pick<AddDomainProps, "onAdded">) {
  const add = useAddDomain();
  const { form, onSubmit } = useRequestForm(DomainInput, {
    values: { name: "" },
    send: async (input) => onAdded((await add.mutateAsync(input)).domain),
    failure: "Couldn't add the domain.",
  });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel="Add domain" busyLabel="Adding…">
      <TextField
        form={form}
        name="name"
        label="Domain"
        help="A domain that you own, such as example.org or shop.example.org."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </DialogForm>
  );
}

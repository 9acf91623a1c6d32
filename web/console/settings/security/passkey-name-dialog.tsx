import { type Passkey, PasskeyName } from "../../../../contract/api/passkeys.ts";
import { TextField } from "../../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { useRenamePasskey } from "./factor-queries.ts";

type Props = { passkey: Passkey | null; onClose: () => void };

/** Gives a passkey another name. */
export function PasskeyNameDialog({ passkey, onClose }: Props) {
  return (
    <FormDialog open={passkey !== null} title="Rename passkey" onClose={onClose}>
      {passkey && <NameForm passkey={passkey} onSaved={onClose} />}
    </FormDialog>
  );
}

function NameForm({ passkey: { id, name }, onSaved }: { passkey: Passkey; onSaved: () => void }) {
  const rename = useRenamePasskey();
  const { form, onSubmit } = useRequestForm(PasskeyName, {
    values: { name },
    send: (input) => rename.mutateAsync({ id, ...input }).then(onSaved),
    failure: "Couldn't rename the passkey",
  });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel="Save name" busyLabel="Saving…">
      <TextField form={form} name="name" label="Name" help="For example the device that has it." />
    </DialogForm>
  );
}

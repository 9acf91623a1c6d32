import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { type Passkey, PasskeyName } from "../../../../contract/api/passkeys.ts";
import { submitHandler } from "../../../lib/form-errors.ts";
import { TextField } from "../../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../../widgets/form-dialog.tsx";
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
  const form = useForm({ resolver: zodResolver(PasskeyName), defaultValues: { name } });
  const save = async (input: { name: string }) => {
    await rename.mutateAsync({ id, ...input });
    onSaved();
  };
  return (
    <DialogForm
      form={form}
      onSubmit={submitHandler(form, save, { fallback: "Couldn't rename the passkey" })}
      submitLabel="Save name"
      busyLabel="Saving…"
    >
      <TextField form={form} name="name" label="Name" help="For example the device that has it." />
    </DialogForm>
  );
}

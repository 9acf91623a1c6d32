import { zodResolver } from "@hookform/resolvers/zod";
import { useLayoutEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { CreateUserInput } from "../../../contract/admin.ts";
import { limits } from "../../../contract/limits.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";
import { EmailField, HandleField, SelectField, TextField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import {
  FORM_IN_DIALOG,
  FormDialog,
  FormDialogActions,
  FormDialogFields,
} from "../../widgets/form-dialog.tsx";
import { useCreateUser } from "../queries.ts";

type FormValues = z.input<typeof CreateUserInput>;
const FIELDS = ["email", "displayName", "handle", "isAdmin", "plan"] as const;
const EMPTY: FormValues = { email: "", displayName: "", handle: "", isAdmin: false, plan: "free" };
const PLANS = [
  { value: "free", label: "Free" },
  { value: "creator", label: "Creator (m)" },
] as const;

type CreateUserDialogProps = { open: boolean; onClose: () => void };

export function CreateUserDialog({ open, onClose }: CreateUserDialogProps) {
  const create = useCreateUser();
  const [isDirty, setDirty] = useState(false);
  return (
    <FormDialog
      open={open}
      title="Create user"
      isDirty={isDirty}
      isSaving={create.isPending}
      onClose={onClose}
    >
      {(close) => <CreateUserForm create={create} onDirty={setDirty} onDone={onClose} onCancel={close} />}
    </FormDialog>
  );
}

type CreateUserFormProps = {
  create: ReturnType<typeof useCreateUser>;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
  onCancel: () => void;
};

function CreateUserForm({ create, onDirty, onDone, onCancel }: CreateUserFormProps) {
  const form = useForm<FormValues, unknown, CreateUserInput>({
    resolver: zodResolver(CreateUserInput),
    defaultValues: EMPTY,
  });
  const handle = useWatch({ control: form.control, name: "handle" });
  const { isDirty } = form.formState;
  // A layout effect: the dialog must know before the next click.
  useLayoutEffect(() => {
    onDirty(isDirty);
  }, [isDirty, onDirty]);
  const submit = form.handleSubmit(async (input) => {
    try {
      await create.mutateAsync(input);
      onDone();
    } catch (error) {
      setApiErrors(form, error, { fields: FIELDS, fallback: "Failed to create user" });
    }
  });
  return (
    <form noValidate onSubmit={submit} className={FORM_IN_DIALOG}>
      <FormDialogFields>
        <EmailField
          form={form}
          name="email"
          label="Email"
          autoComplete="off"
          help="We'll email an invitation to set a password."
        />
        <TextField
          form={form}
          name="displayName"
          label="Display name"
          autoComplete="off"
          maxLength={limits.displayName.max}
        />
        <HandleField
          form={form}
          name="handle"
          label="Handle"
          typed={handle}
          pageLabel="Page"
          help={`${limits.handle.min} to ${limits.handle.max} letters, numbers, hyphens or underscores.`}
        />
        <SelectField
          form={form}
          name="plan"
          label="Plan"
          options={PLANS}
          help="Creator (m) is the Creator plan, set manually: the user pays nothing."
        />
        <Switch label="Admin" help="Full access to the admin console." {...form.register("isAdmin")} />
      </FormDialogFields>
      <FormDialogActions>
        <FormErrorNotice form={form} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onCancel} disabled={create.isPending}>
            Cancel
          </Button>
          <SubmitButton busy={create.isPending} busyLabel="Inviting…">
            Create and invite
          </SubmitButton>
        </div>
      </FormDialogActions>
    </form>
  );
}

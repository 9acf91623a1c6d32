import { zodResolver } from "@hookform/resolvers/zod";
import { useLayoutEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { CreateUserInput } from "../../../contract/admin.ts";
import { limits } from "../../../contract/limits.ts";
import { useBlockEscape } from "../../lib/block-escape.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useCreateUser } from "../queries.ts";

type Draft = z.input<typeof CreateUserInput>;
const FIELDS = ["email", "displayName", "handle", "isAdmin", "plan"] as const;
const EMPTY: Draft = { email: "", displayName: "", handle: "", isAdmin: false, plan: "free" };

type CreateUserDialogProps = { open: boolean; onClose: () => void };

export function CreateUserDialog({ open, onClose }: CreateUserDialogProps) {
  const create = useCreateUser();
  const [dirty, setDirty] = useState(false);
  useBlockEscape(create.isPending);
  const close = () => {
    if (!create.isPending) onClose();
  };
  return (
    // A slip of the finger costs nothing that was typed.
    <Dialog open={open} onClose={close} title="Create user" closesBeside={!dirty}>
      <CreateUserForm create={create} onDirty={setDirty} onDone={onClose} onCancel={close} />
    </Dialog>
  );
}

type CreateUserFormProps = {
  create: ReturnType<typeof useCreateUser>;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
  onCancel: () => void;
};

function CreateUserForm({ create, onDirty, onDone, onCancel }: CreateUserFormProps) {
  const form = useForm<Draft, unknown, CreateUserInput>({
    resolver: zodResolver(CreateUserInput),
    defaultValues: EMPTY,
  });
  const { errors, isDirty } = form.formState;
  // Before anything else can be clicked: a click beside the dialog must find it told.
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
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5 px-6 pt-4 pb-6">
      <Field
        label="Email"
        error={errors.email?.message}
        help="An invitation goes here. Its link sets a password."
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            {...form.register("email")}
          />
        )}
      </Field>
      <Field label="Display name" error={errors.displayName?.message}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={limits.displayName.max}
            {...form.register("displayName")}
          />
        )}
      </Field>
      <Field
        label="Handle"
        error={errors.handle?.message}
        help={`${limits.handle.min} to ${limits.handle.max} letters, numbers, hyphens or underscores.`}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register("handle")}
          />
        )}
      </Field>
      <Field label="Plan" error={errors.plan?.message}>
        {(control) => (
          <Select {...control} {...form.register("plan")}>
            <option value="free">Free</option>
            <option value="creator">Creator (m)</option>
          </Select>
        )}
      </Field>
      <Switch
        label="Admin"
        help="Sees and changes everything in this console."
        {...form.register("isAdmin")}
      />
      {errors.root?.message && (
        <Alert tone="bad" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onCancel} disabled={create.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {create.isPending ? "Inviting…" : "Create and invite"}
        </Button>
      </div>
    </form>
  );
}

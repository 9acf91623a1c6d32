import { useWatch } from "react-hook-form";
import { toast } from "sonner";
import type { z } from "zod";
import { adminRoutes, CreateUserInput } from "../../../contract/api/admin.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { EmailField, SelectField, TextField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { DialogForm, FormDialog } from "../../widgets/form-dialog.tsx";
import { HandleField } from "../../widgets/handle-field.tsx";
import { useRequestForm } from "../../widgets/request-form.tsx";
import { useAdminChanged } from "../queries.ts";

type FormValues = z.input<typeof CreateUserInput>;
const EMPTY: FormValues = { email: "", displayName: "", handle: "", isAdmin: false, plan: "free" };
const PLANS = [
  { value: "free", label: t("Free") },
  { value: "creator", label: t("Creator (m)") },
] as const;

type CreateUserDialogProps = { open: boolean; onClose: () => void };

export function CreateUserDialog({ open, onClose }: CreateUserDialogProps) {
  return (
    <FormDialog open={open} title={t("Create user")} onClose={onClose}>
      <CreateUserForm onDone={onClose} />
    </FormDialog>
  );
}

function CreateUserForm({ onDone }: { onDone: () => void }) {
  const changed = useAdminChanged();
  const { form, onSubmit } = useRequestForm(CreateUserInput, {
    values: EMPTY,
    send: async (body) => {
      await request(adminRoutes.createUser, { body });
      toast.success(t("Invitation email sent."));
      void changed();
      onDone();
    },
    failure: t("Failed to create user"),
  });
  const handle = useWatch({ control: form.control, name: "handle" });
  return (
    <DialogForm
      form={form}
      onSubmit={onSubmit}
      submitLabel={t("Create and invite")}
      busyLabel={t("Inviting…")}
    >
      <EmailField
        form={form}
        name="email"
        label={t("Email")}
        autoComplete="off"
        help={t("We'll email an invitation to set a password.")}
      />
      <TextField
        form={form}
        name="displayName"
        label={t("Display name")}
        autoComplete="off"
        maxLength={limits.displayName.max}
      />
      <HandleField
        form={form}
        name="handle"
        label={t("Handle")}
        typed={handle}
        onReplace={(free) => form.setValue("handle", free, { shouldDirty: true, shouldValidate: true })}
        pageLabel={t("Page")}
        help={t("{min} to {max} letters, numbers, hyphens or underscores.", {
          min: limits.handle.min,
          max: limits.handle.max,
        })}
      />
      <SelectField
        form={form}
        name="plan"
        label={t("Plan")}
        options={PLANS}
        help={t("Creator (m) is the Creator plan, set manually: the user pays nothing.")}
      />
      <Switch
        label={t("Admin")}
        help={t("Full access to the admin console.")}
        {...form.register("isAdmin")}
      />
    </DialogForm>
  );
}

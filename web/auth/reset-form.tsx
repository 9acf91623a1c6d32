import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ResetPasswordInput } from "../../contract/accounts.ts";
import { setApiErrors } from "../lib/form-errors.ts";
import { resetPassword } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "./password-field.tsx";

const Schema = ResetPasswordInput.pick({ password: true });

export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ resolver: zodResolver(Schema), defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await resetPassword(queryClient, { token, password });
      onDone();
    } catch (error) {
      setApiErrors(form, error, { fields: ["password"], fallback: "Could not reset password" });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <PasswordField
        kind="new"
        label="New password"
        help="Everywhere else you will be signed out."
        error={errors.password?.message}
        field={form.register("password")}
      />
      {errors.root?.message && (
        <Alert tone="bad" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {isSubmitting ? "Saving…" : "Set new password"}
      </Button>
    </form>
  );
}

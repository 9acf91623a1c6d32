import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { accountSecurityRoutes } from "../../../contract/api/account-security.ts";
import { CodeInput } from "../../../contract/api/second-factor.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { submitHandler } from "../../lib/form-errors.ts";
import { askForOwnPasskey, passkeyFailure } from "../../lib/passkey-requests.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { FailureAlert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../widgets/code-field.tsx";
import { ProofActions } from "./proof-actions.tsx";

type ProofProps = { onDone: (isConfirmed: boolean) => void };

/** Confirms with a passkey. */
export function PasskeyProof({ onDone }: ProofProps) {
  const confirm = useMutation({
    mutationFn: async () =>
      request(accountSecurityRoutes.confirm, { body: { passkey: await askForOwnPasskey() } }),
    onSuccess: () => onDone(true),
  });
  const failure = confirm.error && passkeyFailure(confirm.error, t("Couldn't confirm with a passkey."));
  return (
    <>
      <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
        <KeyRound size={18} className="shrink-0" />
        <span>{confirm.isPending ? t("Waiting for your passkey…") : t("Use a passkey")}</span>
      </Button>
      <FailureAlert>{failure}</FailureAlert>
    </>
  );
}

/** Confirms with a code of the second factor. Where a password suffices, a button opens the form first. */
export function CodeProof({ onDone, startsOpen }: ProofProps & { startsOpen: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen);
  const form = useForm({ resolver: schemaResolver(CodeInput), defaultValues: { code: "" } });
  const { setFocus } = form;
  useEffect(() => {
    // The form has replaced the focused button.
    if (isOpen && !startsOpen) setFocus("code");
  }, [isOpen, startsOpen, setFocus]);
  const confirm = async ({ code }: { code: string }) => {
    await request(accountSecurityRoutes.confirm, { body: { code } });
    onDone(true);
  };
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t("Use a code instead")}</Button>;
  return (
    <form
      noValidate
      onSubmit={submitHandler(form, confirm, { fallback: t("Couldn't confirm.") })}
      className="grid grid-cols-1 gap-5"
    >
      <CodeField form={form} name="code" kind="app" />
      <ProofActions form={form} onDone={onDone} />
    </form>
  );
}

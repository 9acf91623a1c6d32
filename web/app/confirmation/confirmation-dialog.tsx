import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { accountSecurityRoutes, ConfirmInput } from "../../../contract/api/account-security.ts";
import type { ConfirmationWay } from "../../../contract/api/sign-in-methods.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { SIGN_IN_PROVIDERS, type SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { configQuery } from "../../lib/config.ts";
import { onConfirmedElsewhere } from "../../lib/confirmation.ts";
import { canUsePasskeys } from "../../lib/passkey-requests.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/form-fields.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { useRequestForm } from "../../widgets/request-form.tsx";
import { CodeProof, PasskeyProof } from "./factor-proofs.tsx";
import { ProofActions } from "./proof-actions.tsx";

type Done = (isConfirmed: boolean) => void;

type ConfirmationDialogProps = {
  /** True if only a passkey or a code suffices. */
  withFactor: boolean;
  onDone: Done;
};

/** Asks for a proof of identity in one of the ways that the account has. */
export function ConfirmationDialog({ withFactor, onDone }: ConfirmationDialogProps) {
  const ways = useQuery({
    queryKey: ["confirmation-ways"],
    queryFn: ({ signal }) => request(accountSecurityRoutes.confirmationWays, { signal }),
  });
  const content = useRef<HTMLDivElement>(null);
  const isKnown = ways.data !== undefined;
  useEffect(() => {
    // Moves the focus once the ways are loaded, after the dialog has opened. A field comes before a button.
    if (isKnown) (find(content, "input") ?? find(content, "button"))?.focus();
  }, [isKnown]);
  const has = (way: ConfirmationWay) => ways.data?.ways.includes(way) ?? false;
  return (
    <Dialog open onClose={() => onDone(false)} title={t("Confirm that it's you")} dismissOnBackdrop={false}>
      <div ref={content} className="grid grid-cols-1 gap-5 px-6 pt-3 pb-6">
        <p className="text-muted">
          {t("This protects your money and your account. We ask at most every ten minutes.")}
        </p>
        {ways.isError && (
          <LoadFailure onRetry={ways.refetch} busy={ways.isFetching}>
            {t("Couldn't load the ways to confirm.")}
          </LoadFailure>
        )}
        {has("passkey") && canUsePasskeys() && <PasskeyProof onDone={onDone} />}
        {has("password") && !withFactor && <PasswordProof onDone={onDone} />}
        {has("code") && <CodeProof onDone={onDone} startsOpen={withFactor || !has("password")} />}
        {!withFactor &&
          SIGN_IN_PROVIDERS.filter(has).map((provider) => (
            <ProviderProof key={provider} provider={provider} onDone={onDone} />
          ))}
      </div>
    </Dialog>
  );
}

function find({ current }: RefObject<HTMLElement | null>, selector: string) {
  return current?.querySelector<HTMLElement>(selector);
}

function PasswordProof({ onDone }: { onDone: Done }) {
  const { form, onSubmit } = useRequestForm(ConfirmInput, {
    values: { password: "" },
    send: async (body) => {
      await request(accountSecurityRoutes.confirm, { body });
      onDone(true);
    },
    failure: t("Couldn't confirm."),
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-5">
      <PasswordField form={form} name="password" kind="current" />
      <ProofActions form={form} onDone={onDone} />
    </form>
  );
}

/** Confirms with a sign-in provider, in another window, so that typed values stay in this one. */
function ProviderProof({ provider, onDone }: { provider: SignInProvider; onDone: Done }) {
  const oidcName = useQuery(configQuery).data?.oidcName;
  useEffect(() => onConfirmedElsewhere(() => onDone(true)), [onDone]);
  return (
    <Button
      className="py-2 whitespace-normal!"
      onClick={() => window.open(paths.confirmWith(provider), "_blank")}
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {provider === "google"
          ? t("Continue with Google")
          : oidcName
            ? t("Continue with {provider}", { provider: oidcName })
            : t("Continue with your provider")}
      </span>
    </Button>
  );
}

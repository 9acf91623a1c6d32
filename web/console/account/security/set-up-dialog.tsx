import { CodeInput, type SecondFactorSetUp } from "../../../../contract/api/second-factor.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { CodeField } from "../../../widgets/code-field.tsx";
import { DialogForm, FormDialog } from "../../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { useEnableSecondFactor } from "./factor-queries.ts";

type Done = { onClose: () => void; onCodes: (codes: string[]) => void };

/** Shows the secret of a new authenticator app and asks for its first code. */
export function SetUpDialog({ setUp, ...done }: Done & { setUp: SecondFactorSetUp | null }) {
  return (
    <FormDialog open={setUp !== null} title={t("Set up an authenticator app")} onClose={done.onClose}>
      {setUp && <SetUpForm setUp={setUp} {...done} />}
    </FormDialog>
  );
}

function SetUpForm({ setUp: { secret, uri, qr }, onClose, onCodes }: Done & { setUp: SecondFactorSetUp }) {
  const enable = useEnableSecondFactor();
  const { form, onSubmit } = useRequestForm(CodeInput, {
    values: { code: "" },
    send: async (input) => {
      const codes = await enable.mutateAsync(input);
      onClose();
      onCodes(codes);
    },
    failure: t("Couldn't turn it on."),
  });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel={t("Turn on")} busyLabel={t("Checking…")}>
      <p className="text-muted">
        {t("Scan this code with an authenticator app such as Aegis, 2FAS or Google Authenticator.")}
      </p>
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        alt={t("QR code for your authenticator app")}
        className="size-52 justify-self-center rounded-control border border-line bg-white p-2"
      />
      <details>
        <summary className="link min-h-11 content-center">{t("Can't scan it?")}</summary>
        <p className="text-[15px] text-muted">
          {rich("<link>Open it in an app on this device</link> or enter this key by hand:", {
            link: (inside) => (
              <a href={uri} className="link">
                {inside}
              </a>
            ),
          })}
        </p>
        <p className="mt-2 font-mono [overflow-wrap:anywhere]">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</p>
      </details>
      <CodeField form={form} name="code" kind="app" />
    </DialogForm>
  );
}

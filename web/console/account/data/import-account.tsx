import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { useSite } from "../../../lib/site-context.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import {
  type AccountImport,
  accountImportRoutes,
  type ImportedHandle,
} from "../../../../contract/api/account-imports.ts";
import { accountSecurityRoutes } from "../../../../contract/api/account-security.ts";
import { hasCreatorPlan } from "../../../../contract/rules/rules.ts";
import { request } from "../../../lib/api.ts";
import { confirmIdentity } from "../../../lib/confirmation.ts";
import { isVerified } from "../../../lib/session.ts";
import { uploadPhase, useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { useRouteUpload } from "../../../lib/use-upload.ts";
import { Alert, FailureAlert } from "../../../ui/alert.tsx";
import { FilePicker } from "../../../ui/file-picker.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { RadioCard } from "../../../ui/radio-card.tsx";
import { UploadStatus } from "../../../ui/upload-status.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { useCreator } from "../../creator-context.ts";
import { Section } from "../../sections/section.tsx";
import { ImportSummary } from "./import-summary.tsx";
import { importsQuery } from "./queries.ts";

/** Imports the archive of an account from another installation. */
export function ImportAccount() {
  return (
    <Section
      id="import"
      title={t("Import")}
      headingAs="h2"
      about={t(
        "Bring your page from another site like this one: upload the archive that you exported there. Everything is added, nothing of yours is overwritten, and no emails are sent.",
      )}
    >
      <Loading
        query={importsQuery}
        failure={t("Couldn't load your imports.")}
        label={t("Loading your imports")}
        shapes={["h-16"]}
      >
        {(imports) => <Imports imports={imports} />}
      </Loading>
    </Section>
  );
}

function Imports({ imports }: { imports: readonly AccountImport[] }) {
  const [latest] = imports;
  const isWaiting = latest?.state === "waiting";
  const content = useFocusFallback<HTMLDivElement>(isWaiting);
  return (
    <div ref={content} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      {latest && <Latest latest={latest} />}
      {!isWaiting && <Upload />}
    </div>
  );
}

function Latest({ latest: { state, done, total, created_at, result } }: { latest: AccountImport }) {
  if (state === "waiting")
    return (
      <div role="status" className="grid gap-2">
        <p>{t("Your archive is being imported. You can leave this page.")}</p>
        <Progress label={t("Import")} share={total > 0 ? done / total : 0} />
      </div>
    );
  if (state === "failed")
    return (
      <Alert tone="bad">
        {rich("Couldn't finish the import of {date}. Upload the archive again. Nothing is added twice.", {
          date: <Timestamp at={created_at} />,
        })}
      </Alert>
    );
  return result && <ImportSummary at={created_at} result={result} />;
}

/** Asks for a proof of identity before the upload, because a rejection during the upload would cut the connection. */
async function confirmBeforeUpload(): Promise<boolean> {
  const { confirmed } = await request(accountSecurityRoutes.confirmationWays, {});
  return confirmed || confirmIdentity();
}

function Upload() {
  const { plans } = useSite();
  const creator = useCreator();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ImportedHandle>("keep");
  const upload = useRouteUpload({
    route: accountImportRoutes.startImport,
    query: { handle: chosen },
    prepare: confirmBeforeUpload,
    failure: t("Couldn't upload the archive."),
    onDone: () => queryClient.invalidateQueries(importsQuery),
  });
  const isRunning = upload.progress !== null;
  const controls = useFocusFallback<HTMLDivElement>(uploadPhase({ running: isRunning, attached: false }));
  if (!isVerified(creator))
    return <Alert tone="warn">{t("Verify your email first. Then you can import an archive.")}</Alert>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <HandleChoice chosen={chosen} onChoose={setChosen} disabled={isRunning} />
      {!hasCreatorPlan(creator) && (
        <p className="text-[15px] text-muted">
          {t(
            "The Free plan has {count, plural, one {# tile} other {# tiles}}. Those above that are left out, and come with a second import once you have the Creator plan.",
            { count: plans.free.tiles },
          )}
        </p>
      )}
      <FailureAlert>{upload.error}</FailureAlert>
      <div ref={controls}>
        {upload.progress ? (
          <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
        ) : (
          <FilePicker label={t("Upload an archive")} accept=".zip,application/zip" onPick={upload.start} />
        )}
      </div>
    </div>
  );
}

type HandleChoiceProps = {
  chosen: ImportedHandle;
  onChoose: (chosen: ImportedHandle) => void;
  disabled: boolean;
};

function HandleChoice({ chosen, onChoose, disabled }: HandleChoiceProps) {
  const { handle } = useCreator();
  const name = useId();
  const choices = [
    { value: "keep", label: t("Keep @{handle}", { handle }) },
    { value: "archive", label: t("Take the handle of the archive, if it is free here") },
  ] as const;
  return (
    <fieldset className="grid gap-2" disabled={disabled}>
      <legend className="mb-2 font-semibold">{t("Handle of your page")}</legend>
      {choices.map(({ value, label }) => (
        <RadioCard
          key={value}
          name={name}
          value={value}
          checked={chosen === value}
          onChange={() => onChoose(value)}
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
        </RadioCard>
      ))}
    </fieldset>
  );
}

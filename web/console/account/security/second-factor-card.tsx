import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SecondFactor } from "../../../../contract/api/second-factor.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { secondFactorQuery } from "../../../lib/second-factor-queries.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ConfirmDialog } from "../../../widgets/confirm-dialog.tsx";
import { QueryFailure } from "../../../widgets/loading.tsx";
import { RequestError } from "../../../widgets/request-error.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { Section } from "../../sections/section.tsx";
import { useDisableSecondFactor, useRenewRecoveryCodes, useStartSetUp } from "./factor-queries.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { SetUpDialog } from "./set-up-dialog.tsx";

/** Turns codes of an authenticator app on and off. */
export function SecondFactorCard(section: { id: string; title: string }) {
  const factor = useQuery(secondFactorQuery);
  const { data, error } = factor;
  const start = useStartSetUp();
  const [codes, setCodes] = useState<string[] | null>(null);
  const content = useFocusFallback<HTMLDivElement>(
    data && `${codes === null} ${start.data === undefined} ${data.enabledAt}`,
  );
  return (
    <Section
      {...section}
      about={t(
        "A code of an authenticator app is asked for after your password, so that your password alone does not open your account. Passkeys need no code.",
      )}
    >
      <div ref={content} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        <QueryFailure query={factor} failure={t("Couldn't load your second factor.")} />
        {!data && !error && <Skeleton className="h-11 w-40 rounded-control" />}
        {data?.enabledAt && <Enabled factor={data} onCodes={setCodes} />}
        {data && !data.enabledAt && (
          <Button
            className="justify-self-start"
            busy={start.isPending}
            onClick={() => start.mutate(undefined)}
          >
            {t("Set up an authenticator app")}
          </Button>
        )}
        <RequestError error={start.error} fallback={t("Couldn't start the set-up.")} />
      </div>
      <SetUpDialog setUp={start.data ?? null} onClose={() => start.reset()} onCodes={setCodes} />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Section>
  );
}

type EnabledProps = { factor: SecondFactor; onCodes: (codes: string[]) => void };

function Enabled({ factor: { enabledAt, recoveryCodesLeft, removedAt }, onCodes }: EnabledProps) {
  const [question, setQuestion] = useState<"codes" | "off" | null>(null);
  const renew = useRenewRecoveryCodes();
  const disable = useDisableSecondFactor();
  const close = () => setQuestion(null);
  return (
    <>
      <p>
        <span>
          {rich("<on>On</on> since {date}.", {
            on: (inside) => <Badge tone="good">{inside}</Badge>,
            date: enabledAt && <Timestamp at={enabledAt} show="day" />,
          })}
        </span>{" "}
        <span>
          {recoveryCodesLeft === 0
            ? t("You have no recovery codes left.")
            : t("You have {count, plural, one {# recovery code} other {# recovery codes}} left.", {
                count: recoveryCodesLeft,
              })}
        </span>
      </p>
      {recoveryCodesLeft < 3 && (
        <Alert tone="warn">{t("Make new recovery codes, so that you can sign in without your phone.")}</Alert>
      )}
      {removedAt && (
        <Alert tone="warn">
          {rich(
            "An administrator was asked to remove your second factor. It will be removed on {date}. To keep it, sign in with a code before, or use the link that we emailed you.",
            { date: <Timestamp at={removedAt} /> },
          )}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setQuestion("codes")}>{t("New recovery codes")}</Button>
        <Button variant="danger" onClick={() => setQuestion("off")}>
          {t("Turn off")}
        </Button>
      </div>
      <ConfirmDialog
        open={question === "codes"}
        title={t("Make new recovery codes?")}
        confirm={t("Make new codes")}
        doing={t("Making codes…")}
        variant="primary"
        failure={t("Couldn't make new codes.")}
        work={renew}
        onConfirm={() =>
          renew.mutate(undefined, {
            onSuccess: (codes) => {
              close();
              onCodes(codes);
            },
          })
        }
        onClose={close}
      >
        {t("The codes that you have now stop working.")}
      </ConfirmDialog>
      <ConfirmDialog
        open={question === "off"}
        title={t("Turn the second factor off?")}
        confirm={t("Turn off")}
        doing={t("Turning off…")}
        failure={t("Couldn't turn it off.")}
        work={disable}
        onConfirm={() => disable.mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        {t("Your password alone signs in then. Your app's codes and your recovery codes stop working.")}
      </ConfirmDialog>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { Audience } from "../../../contract/api/marketing.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Name } from "../../ui/name.tsx";
import { audienceLabel } from "./audiences.ts";
import { audienceQuery } from "./queries.ts";

type ConfirmSendDialogProps = {
  audience: Audience | null;
  subject: string;
  isSending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an email is sent to an audience, and states how many people receive it. */
export function ConfirmSendDialog({ audience, ...props }: ConfirmSendDialogProps) {
  const close = () => {
    if (!props.isSending) props.onClose();
  };
  return (
    <Dialog
      open={audience !== null}
      onClose={close}
      title={audience ? t("Send to {audience}?", { audience: audienceLabel(audience) }) : ""}
    >
      {audience && <Question audience={audience} {...props} onClose={close} />}
    </Dialog>
  );
}

type QuestionProps = Omit<ConfirmSendDialogProps, "audience"> & { audience: Audience };

function Question({ audience, subject, isSending, onConfirm, onClose }: QuestionProps) {
  const { data, isError, isFetching, refetch } = useQuery(audienceQuery(audience));
  const people = data
    ? t("{count, plural, one {# person} other {# people}}", { count: data.count })
    : t("… people");
  return (
    <div className="grid gap-5 px-6 pt-3 pb-6">
      {isError ? (
        <LoadFailure onRetry={refetch}>{t("Couldn't count the recipients.")}</LoadFailure>
      ) : (
        <p role="status" className="text-muted [overflow-wrap:anywhere]">
          {rich(
            "{subject} goes to {people}: {audience} with a verified email. Unsubscribed people are excluded. This cannot be undone.",
            {
              subject: <Name>{subject}</Name>,
              people: <Name>{people}</Name>,
              audience: audienceLabel(audience),
            },
          )}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose} disabled={isSending}>
          {t("Cancel")}
        </Button>
        <Button
          variant="primary"
          disabled={!data || data.count === 0 || isFetching}
          busy={isSending}
          onClick={onConfirm}
        >
          {isSending ? t("Sending…") : t("Send to {people}", { people })}
        </Button>
      </div>
    </div>
  );
}

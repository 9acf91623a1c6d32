import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type AccountDeletion, accountDeletionRoutes } from "../../../../contract/api/account-deletion.ts";
import { DELETION_DAYS, HANDLE_QUARANTINE_DAYS } from "../../../../contract/rules/limits.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { request } from "../../../lib/api.ts";
import { broadcastSessionChange } from "../../../lib/session.ts";
import { leaveFor } from "../../../lib/unsaved-changes.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../widgets/confirm-dialog.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { useCreator } from "../../creator-context.ts";
import { Section } from "../../sections/section.tsx";
import { deletionQuery } from "./queries.ts";

/** Deletes the account, after saying what happens and what remains. */
export function DeleteAccount() {
  return (
    <Section
      id="delete"
      title={t("Delete account")}
      headingAs="h2"
      about={t("You can undo this for {days, plural, one {# day} other {# days}}.", { days: DELETION_DAYS })}
    >
      <Loading
        query={deletionQuery}
        failure={t("Couldn't load your account.")}
        label={t("Loading your account")}
        shapes={["h-40"]}
      >
        {(deletion) => <Deletion deletion={deletion} />}
      </Loading>
    </Section>
  );
}

function Deletion({ deletion }: { deletion: AccountDeletion }) {
  const { handle } = useCreator();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => request(accountDeletionRoutes.delete, {}),
    onSuccess: () => {
      broadcastSessionChange();
      // A full page load, so that nothing of this user stays in memory.
      leaveFor(paths.undoDeletion());
    },
  });
  if (deletion.scheduled_for)
    return <p>{t("The deletion has been requested. The notice above this page tells when it happens.")}</p>;
  return (
    <>
      <ul className="grid list-disc grid-cols-1 gap-2 ps-5 text-[15px] [overflow-wrap:anywhere]">
        <li>
          <span>
            {t(
              "At once, your page goes offline, nothing is sold or sent any more, and you're logged out everywhere.",
            )}
          </span>
          {deletion.has_subscription && (
            <span>
              {" "}
              {t("Your subscription of the Creator plan ends, and does not come back with an undo.")}
            </span>
          )}
        </li>
        <li>
          {t(
            "For {days, plural, one {# day} other {# days}} you can keep the account after all: with the link that we email you, or by signing in.",
            { days: DELETION_DAYS },
          )}
        </li>
        <li>
          {t(
            "Then everything is deleted for good: page, tiles, products, files, codes, audience, emails and analytics.",
          )}
        </li>
        <li>{remainsText(deletion.paid_orders)}</li>
        <li>
          {rich(
            "Nobody else can take the handle {handle} for another {days, plural, one {# day} other {# days}}.",
            { handle: <bdi>@{handle}</bdi>, days: HANDLE_QUARANTINE_DAYS },
          )}
        </li>
      </ul>
      {deletion.is_last_admin ? (
        <Alert tone="warn">
          {t("You are the only administrator. Make another user an administrator first, then you can leave.")}
        </Alert>
      ) : (
        <Button variant="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
          {t("Delete account…")}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t("Delete @{handle}?", { handle })}
        confirm={t("Delete my account")}
        cancel={t("Keep it")}
        failure={t("Couldn't delete your account.")}
        work={remove}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t(
          "Your page goes offline now, and you're logged out everywhere. In {days, plural, one {# day} other {# days}} all that the account has is deleted for good.",
          { days: DELETION_DAYS },
        )}
      </ConfirmDialog>
    </>
  );
}

function remainsText(paidOrders: number): string {
  if (paidOrders === 0) return t("Nothing else remains: you have no paid orders.");
  return t(
    "What remains: {count, plural, one {# paid order} other {# paid orders}}, without your name, because buyers keep what they bought and sales belong in the books. If your email is verified, we send you a list of those with real money.",
    { count: paidOrders },
  );
}

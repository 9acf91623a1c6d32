import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { AdminUser } from "../../../contract/api/admin.ts";
import { adminApiKeyRoutes } from "../../../contract/api/admin-api-keys.ts";
import type { ApiKey } from "../../../contract/api/api-keys.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Name } from "../../ui/name.tsx";
import { ApiKeyRow } from "../../widgets/api-key-row.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useAdminChanged } from "../queries.ts";

type UserKeysProps = { user: AdminUser; keys: readonly ApiKey[] };
/** A key to revoke, or all. */
type Choice = ApiKey | "all";

/** The API keys of a user's page. Shows nothing for a user without any. */
export function UserKeys({ user, keys }: UserKeysProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const active = keys.filter(({ state }) => state === "active").length;
  const list = useFocusFallback<HTMLUListElement>(`${choice === null} ${active}`);
  if (keys.length === 0) return null;
  return (
    <Card title={t("API keys")}>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t("API keys")}
        className="grid grid-cols-1 divide-y divide-line outline-none"
      >
        {keys.map((key) => (
          <ApiKeyRow
            key={key.id}
            apiKey={key}
            access={key.scopes.join(", ")}
            onRevoke={() => setChoice(key)}
          />
        ))}
      </ul>
      {active > 1 && (
        <Button variant="danger" className="justify-self-start" onClick={() => setChoice("all")}>
          {t("Revoke all keys")}
        </Button>
      )}
      <RevokeDialog user={user} choice={choice} onClose={() => setChoice(null)} />
    </Card>
  );
}

type RevokeDialogProps = { user: AdminUser; choice: Choice | null; onClose: () => void };

function RevokeDialog({ user, choice, onClose }: RevokeDialogProps) {
  const changed = useAdminChanged();
  const work = useMutation({
    mutationFn: (revoked: Choice) =>
      revoked === "all"
        ? request(adminApiKeyRoutes.revokeKeys, { params: { id: user.id } })
        : request(adminApiKeyRoutes.revokeKey, { params: { id: user.id, key: revoked.id } }),
    onSuccess: (_response, revoked) =>
      toast.success(revoked === "all" ? t("Keys revoked.") : t("Key revoked.")),
    onSettled: changed,
  });
  const isAll = choice === "all";
  return (
    <ConfirmDialog
      open={choice !== null}
      title={isAll ? t("Revoke all API keys?") : t("Revoke this API key?")}
      confirm={isAll ? t("Revoke all keys") : t("Revoke key")}
      doing={t("Revoking…")}
      failure={t("Couldn't revoke the API keys.")}
      work={work}
      onConfirm={() => choice && work.mutate(choice, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isAll ? (
        <span>{t("Programs of this page are rejected from now on.")}</span>
      ) : (
        <span>
          {rich("Programs with {name} are rejected from now on.", { name: <Name>{choice?.name}</Name> })}
        </span>
      )}
      <span> {t("The user is emailed. This cannot be undone.")}</span>
    </ConfirmDialog>
  );
}

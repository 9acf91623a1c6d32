import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { AdminUser } from "../../../contract/api/admin.ts";
import { adminApiKeyRoutes } from "../../../contract/api/admin-api-keys.ts";
import type { ApiKey } from "../../../contract/api/api-keys.ts";
import { request } from "../../lib/api.ts";
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
    <Card title="API keys">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="API keys"
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
          Revoke all keys
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
    onSuccess: (_response, revoked) => toast.success(revoked === "all" ? "Keys revoked." : "Key revoked."),
    onSettled: changed,
  });
  const isAll = choice === "all";
  return (
    <ConfirmDialog
      open={choice !== null}
      title={isAll ? "Revoke all API keys?" : "Revoke this API key?"}
      confirm={isAll ? "Revoke all keys" : "Revoke key"}
      doing="Revoking…"
      failure="Couldn't revoke the API keys."
      work={work}
      onConfirm={() => choice && work.mutate(choice, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isAll ? (
        <span>Programs of this page are rejected from now on.</span>
      ) : (
        <span>
          Programs with <Name>{choice?.name}</Name> are rejected from now on.
        </span>
      )}
      <span> The user is emailed. This cannot be undone.</span>
    </ConfirmDialog>
  );
}

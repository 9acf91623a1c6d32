import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { AdminUser } from "../../../contract/api/admin.ts";
import { adminApiKeyRoutes } from "../../../contract/api/admin-api-keys.ts";
import type { ApiKey } from "../../../contract/api/api-keys.ts";
import { request } from "../../lib/api.ts";
import { countryName } from "../../lib/seller.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Name } from "../../ui/name.tsx";
import { RowAction } from "../../ui/row-action.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
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
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setChoice(key)} />
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

const STATES = { active: null, ended: "Ended", revoked: "Revoked" } as const;

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, prefix, scopes, state } = apiKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
            {name}
          </span>
          <code className="text-sm text-muted">{prefix}…</code>
          {STATES[state] && <Badge tone="neutral">{STATES[state]}</Badge>}
        </p>
        <p className="text-[15px] [overflow-wrap:anywhere]">{scopes.join(", ")}</p>
        <p className="text-sm text-muted">
          <Times apiKey={apiKey} />
        </p>
      </div>
      {state === "active" && (
        <div className="-mx-3">
          <RowAction name="Revoke" row={name} isDanger onClick={onRevoke} />
        </div>
      )}
    </li>
  );
}

function Times({ apiKey }: { apiKey: ApiKey }) {
  const { last_used_at, last_used_from, expires_at, revoked_at } = apiKey;
  const end = revoked_at ?? expires_at;
  return (
    <>
      {last_used_at ? (
        <>
          <span>Last used </span>
          <Timestamp at={last_used_at} />
          {last_used_from && <span> from {countryName(last_used_from)}</span>}
        </>
      ) : (
        <span>Not used yet</span>
      )}
      <span>{revoked_at ? ", revoked " : expires_at ? ", ends " : ", without an end"}</span>
      {end && <Timestamp at={end} />}
    </>
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

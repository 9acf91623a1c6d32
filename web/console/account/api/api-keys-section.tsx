import { useState } from "react";
import type { ApiKey } from "../../../../contract/api/api-keys.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Name } from "../../../ui/name.tsx";
import { RowAction } from "../../../ui/row-action.tsx";
import { ConfirmDialog } from "../../../widgets/confirm-dialog.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { useCreator } from "../../creator-context.ts";
import { Section } from "../../sections/section.tsx";
import { placeName } from "../security/origin.ts";
import { MakeKeyDialog } from "./make-key-dialog.tsx";
import { apiKeysQuery, useRevokeKey } from "./queries.ts";
import { summaryOf } from "./scope-texts.ts";

/** Makes, lists and revokes API keys. */
export function ApiKeysSection() {
  return (
    <Section
      id="api-keys"
      title="API keys"
      headingAs="h2"
      about={
        <>
          A program with a key uses your page without signing in, within what you allow. Keep a key like a
          password. A new password does not end it. The{" "}
          <a href="/api/openapi.json" target="_blank" rel="noreferrer" className="link">
            API document
          </a>{" "}
          describes all operations.
        </>
      }
    >
      <Loading query={apiKeysQuery} failure="Couldn't load your API keys." shapes={["h-16"]}>
        {(keys) => <Keys keys={keys} />}
      </Loading>
    </Section>
  );
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const { email_verified_at } = useCreator();
  const [isMaking, setIsMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const list = useFocusFallback<HTMLDivElement>(
    `${revoked === null} ${keys.filter(({ state }) => state === "active").length}`,
  );
  return (
    <>
      <div ref={list} tabIndex={-1} className="outline-none">
        {keys.length === 0 && <p>No API keys yet.</p>}
        {keys.length > 0 && (
          <ul aria-label="API keys" className="grid grid-cols-1 divide-y divide-line border-y border-line">
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />
            ))}
          </ul>
        )}
      </div>
      {email_verified_at ? (
        <Button className="justify-self-start" onClick={() => setIsMaking(true)}>
          Make an API key
        </Button>
      ) : (
        <p className="text-[15px] text-muted">Verify your email to make API keys.</p>
      )}
      <MakeKeyDialog open={isMaking} onClose={() => setIsMaking(false)} />
      <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />
    </>
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
        <p className="text-[15px]">{summaryOf(scopes)}</p>
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
  const { created_at, last_used_at, last_used_from, expires_at, revoked_at } = apiKey;
  return (
    <>
      <span>Made </span>
      <Timestamp at={created_at} show="day" />
      {last_used_at ? (
        <>
          <span>, last used </span>
          <Timestamp at={last_used_at} />
          {last_used_from && <span> from {placeName({ country: last_used_from })}</span>}
        </>
      ) : (
        <span>, not used yet</span>
      )}
      {revoked_at ? (
        <>
          <span>, revoked </span>
          <Timestamp at={revoked_at} />
        </>
      ) : expires_at ? (
        <>
          <span>, ends </span>
          <Timestamp at={expires_at} />
        </>
      ) : (
        <span>, without an end</span>
      )}
    </>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      open={apiKey !== null}
      title="Revoke this API key?"
      confirm="Revoke key"
      doing="Revoking…"
      failure="Couldn't revoke the API key."
      work={revoke}
      onConfirm={() => apiKey && revoke.mutate(apiKey, { onSuccess: onClose })}
      onClose={onClose}
    >
      Programs with <Name>{apiKey?.name}</Name> are rejected from now on. This cannot be undone.
    </ConfirmDialog>
  );
}

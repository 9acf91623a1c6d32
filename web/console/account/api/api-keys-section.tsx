import { useState } from "react";
import type { ApiKey } from "../../../../contract/api/api-keys.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Button } from "../../../ui/button.tsx";
import { Name } from "../../../ui/name.tsx";
import { ApiKeyRow } from "../../../widgets/api-key-row.tsx";
import { ConfirmDialog } from "../../../widgets/confirm-dialog.tsx";
import { Loading } from "../../../widgets/loading.tsx";
import { useCreator } from "../../creator-context.ts";
import { Section } from "../../sections/section.tsx";
import { MakeKeyDialog } from "./make-key-dialog.tsx";
import { apiKeysQuery, useRevokeKey } from "./queries.ts";
import { summaryOf } from "./scope-texts.ts";

/** Makes, lists and revokes API keys. */
export function ApiKeysSection() {
  return (
    <Section
      id="api-keys"
      title={t("API keys")}
      headingAs="h2"
      about={rich(
        "A program with a key uses your page without signing in, within what you allow. Keep a key like a password. A new password does not end it. The <link>API document</link> describes all operations.",
        {
          link: (inside) => (
            <a href="/api/openapi.json" target="_blank" rel="noreferrer" className="link">
              {inside}
            </a>
          ),
        },
      )}
    >
      <Loading query={apiKeysQuery} failure={t("Couldn't load your API keys.")} shapes={["h-16"]}>
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
        {keys.length === 0 && <p>{t("No API keys yet.")}</p>}
        {keys.length > 0 && (
          <ul
            aria-label={t("API keys")}
            className="grid grid-cols-1 divide-y divide-line border-y border-line"
          >
            {keys.map((key) => (
              <ApiKeyRow
                key={key.id}
                apiKey={key}
                access={summaryOf(key.scopes)}
                onRevoke={() => setRevoked(key)}
              />
            ))}
          </ul>
        )}
      </div>
      {email_verified_at ? (
        <Button className="justify-self-start" onClick={() => setIsMaking(true)}>
          {t("Make an API key")}
        </Button>
      ) : (
        <p className="text-[15px] text-muted">{t("Verify your email to make API keys.")}</p>
      )}
      <MakeKeyDialog open={isMaking} onClose={() => setIsMaking(false)} />
      <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />
    </>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      open={apiKey !== null}
      title={t("Revoke this API key?")}
      confirm={t("Revoke key")}
      doing={t("Revoking…")}
      failure={t("Couldn't revoke the API key.")}
      work={revoke}
      onConfirm={() => apiKey && revoke.mutate(apiKey, { onSuccess: onClose })}
      onClose={onClose}
    >
      {rich("Programs with {name} are rejected from now on. This cannot be undone.", {
        name: <Name>{apiKey?.name}</Name>,
      })}
    </ConfirmDialog>
  );
}

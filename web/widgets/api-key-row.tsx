import type { ApiKey } from "../../contract/api/api-keys.ts";
import { t } from "../../contract/texts.ts";
import { rich } from "../lib/rich.ts";
import { countryName } from "../lib/seller.ts";
import { Badge } from "../ui/badge.tsx";
import { RowAction } from "../ui/row-action.tsx";
import { Timestamp } from "./timestamp.tsx";

const STATES = { active: null, ended: t("Ended"), revoked: t("Revoked") } as const;

type ApiKeyRowProps = {
  apiKey: ApiKey;
  /** The meaning of its scopes. */
  access: string;
  onRevoke: () => void;
};

/** An API key with its use and its end, as an item of a list. */
export function ApiKeyRow({ apiKey, access, onRevoke }: ApiKeyRowProps) {
  const { name, prefix, state } = apiKey;
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
        <p className="text-[15px] [overflow-wrap:anywhere]">{access}</p>
        <p className="text-sm text-muted">
          <Times apiKey={apiKey} />
        </p>
      </div>
      {state === "active" && (
        <div className="-mx-3">
          <RowAction name={t("Revoke")} label={t("Revoke {name}", { name })} isDanger onClick={onRevoke} />
        </div>
      )}
    </li>
  );
}

function Times({ apiKey }: { apiKey: ApiKey }) {
  const { created_at, last_used_at, last_used_from, expires_at, revoked_at } = apiKey;
  return (
    <>
      <span>{rich("Made {date}", { date: <Timestamp at={created_at} show="day" /> })}</span>
      <span>{", "}</span>
      <span>
        {!last_used_at
          ? t("not used yet")
          : last_used_from
            ? rich("last used {date} from {country}", {
                date: <Timestamp at={last_used_at} />,
                country: countryName(last_used_from),
              })
            : rich("last used {date}", { date: <Timestamp at={last_used_at} /> })}
      </span>
      <span>{", "}</span>
      <span>
        {revoked_at
          ? rich("revoked {date}", { date: <Timestamp at={revoked_at} /> })
          : expires_at
            ? rich("ends {date}", { date: <Timestamp at={expires_at} /> })
            : t("without an end")}
      </span>
    </>
  );
}

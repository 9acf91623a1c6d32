import { toast } from "sonner";
import type { Domain } from "../../../contract/api/domains.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RowAction } from "../../ui/row-action.tsx";
import { domainStateOf } from "../../widgets/domain-state.ts";
import { RequestError } from "../../widgets/request-error.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { DnsRecords } from "./dns-records.tsx";
import { pausesAt, proofProblem, resultOf, routingProblem } from "./domain-texts.ts";
import { originOf, useChangeDomain, useCheckDomain } from "./queries.ts";

type DomainRowProps = { domain: Domain; isNew: boolean; onRemove: () => void };

/** An own domain with its state, its records and the actions for it. */
export function DomainRow({ domain, isNew, onRemove }: DomainRowProps) {
  const { id, name, display_name, state, is_main } = domain;
  const { text, tone } = domainStateOf(domain);
  const check = useCheckDomain();
  const change = useChangeDomain();
  return (
    <li className="grid grid-cols-1 gap-2 py-4">
      <div className="flex flex-wrap items-center gap-2">
        {state === "proven" ? (
          <a href={`${originOf(domain)}/`} className="link py-2.5 font-semibold [overflow-wrap:anywhere]">
            <bdi>{display_name}</bdi>
          </a>
        ) : (
          <bdi className="py-2.5 font-semibold [overflow-wrap:anywhere]">{display_name}</bdi>
        )}
        <Badge tone={tone}>{text}</Badge>
        {is_main && <Badge>{t("Main")}</Badge>}
      </div>
      {display_name !== name && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{t("In DNS: {name}", { name })}</p>
      )}
      <Problem domain={domain} />
      <Checks domain={domain} />
      <Records domain={domain} isOpen={isNew} />
      <div className="-mx-3 flex flex-wrap">
        <Button
          variant="quiet"
          className="px-3! text-primary!"
          aria-label={t("Check now {displayName}", { displayName: display_name })}
          busy={check.isPending}
          onClick={() =>
            check.mutate(domain, { onSuccess: (checked) => void toast(resultOf(checked.domain)) })
          }
        >
          {check.isPending ? t("Checking…") : t("Check now")}
        </Button>
        {state === "proven" && !is_main && (
          <RowAction
            name={t("Make main")}
            label={t("Make main {domain}", { domain: display_name })}
            onClick={() => change.mutate({ id, isMain: true })}
          />
        )}
        <RowAction
          name={t("Remove")}
          label={t("Remove {domain}", { domain: display_name })}
          isDanger
          onClick={onRemove}
        />
      </div>
      <RequestError error={check.error} fallback={t("Couldn't check the domain.")} />
      <RequestError error={change.error} fallback={t("Couldn't make this the main domain.")} />
    </li>
  );
}

function Problem({ domain }: { domain: Domain }) {
  const { state, failing_since } = domain;
  if (state === "paused")
    return (
      <Alert tone="bad">
        {t(
          "This domain no longer shows your page, because its TXT record is gone. Set the record again to bring it back.",
        )}
      </Alert>
    );
  const problem = proofProblem(domain) ?? routingProblem(domain);
  if (problem === null) return null;
  if (failing_since === null) return <p className="text-[15px] [overflow-wrap:anywhere]">{problem}</p>;
  return (
    <Alert tone="warn">
      <span>{problem}</span>{" "}
      <span>
        {rich("Without it, the domain stops showing your page on {date}.", {
          date: <Timestamp at={pausesAt(failing_since)} />,
        })}
      </span>
    </Alert>
  );
}

function Checks({ domain: { checked_at, next_check_at, state } }: { domain: Domain }) {
  return (
    <p className="text-sm text-muted">
      <span>
        {checked_at === null
          ? t("Not checked yet")
          : rich("Checked {date}", { date: <Timestamp at={checked_at} /> })}
      </span>
      {next_check_at !== null && (
        <>
          <span>{", "}</span>
          <span>{rich("next check {date}", { date: <Timestamp at={next_check_at} /> })}</span>
        </>
      )}
      {next_check_at === null && state !== "proven" && (
        <>
          <span>{", "}</span>
          <span>{t("not checked by itself any more")}</span>
        </>
      )}
    </p>
  );
}

/** The records to set: open until they are right, except that the reader closes them. */
function Records({ domain, isOpen }: { domain: Domain; isOpen: boolean }) {
  const { proof, routing, state, display_name } = domain;
  const isAlias = routing.every(({ type }) => type === "CNAME");
  return (
    <details open={isOpen || state !== "proven"}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        <span>
          {rich("DNS records<hidden> of {domain}</hidden>", {
            domain: display_name,
            hidden: (inside) => <span className="sr-only">{inside}</span>,
          })}
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-2">
        <p className="text-[15px] text-muted">
          {t(
            "Set these records where you bought the domain, usually under “DNS”. If the form there adds your domain to the name by itself, leave that part off. If nothing is left, enter @.",
          )}
        </p>
        <DnsRecords
          title={t("To prove that it is yours")}
          about={t("Keep this record: the domain stops showing your page a week after it is gone.")}
          records={[proof]}
        />
        {routing.length > 0 && (
          <DnsRecords
            title={t("To lead visitors here")}
            about={
              isAlias
                ? t("Remove other records of this name first: beside a CNAME record there can be none.")
                : t("Remove other A and AAAA records of this name first.")
            }
            records={routing}
          />
        )}
      </div>
    </details>
  );
}

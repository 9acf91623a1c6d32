import type { ReactNode } from "react";
import type { Decision } from "../../contract/api/moderation.ts";
import { t } from "../../contract/texts.ts";
import { rich } from "../lib/rich.ts";
import { Timestamp } from "./timestamp.tsx";

const GROUNDS = { law: t("It is illegal"), rules: t("It breaks the rules of the site") } as const;
const SCOPES: Readonly<Record<Decision["scope"], string>> = {
  none: t("Dismissed"),
  tile: t("Tile hidden"),
  page: t("Page suspended"),
  account: t("Account suspended"),
};

/** Names a decision: "Page suspended". */
export const scopeLabel = ({ scope }: Pick<Decision, "scope">) => SCOPES[scope];

/** A decision with its reasons, rule and objection. */
export function DecisionFacts({ decision }: { decision: Decision }) {
  const { objection } = decision;
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Fact name={t("What")}>
        <span>{scopeLabel(decision)}</span>
        {decision.tile !== null && (
          <>
            <span>: </span>
            <bdi>{decision.tile}</bdi>
          </>
        )}
      </Fact>
      <Fact name={t("Reason")}>{decision.reason}</Fact>
      {decision.ground && <Fact name={t("Ground")}>{GROUNDS[decision.ground]}</Fact>}
      <Fact name={t("Law or rule")}>{decision.rule}</Fact>
      <Fact name={t("Decided")}>
        {rich("{date} by an administrator, not automatically", {
          date: <Timestamp at={decision.created_at} />,
        })}
      </Fact>
      <Fact name={t("In effect")}>
        {decision.lifted_at ? (
          <span>{rich("Ended {date}", { date: <Timestamp at={decision.lifted_at} /> })}</span>
        ) : decision.until ? (
          <span>{rich("Until {date}", { date: <Timestamp at={decision.until} show="day" /> })}</span>
        ) : (
          t("Until it is taken back")
        )}
      </Fact>
      {objection && <Fact name={t("Objection")}>{objection.text}</Fact>}
      {objection?.outcome && (
        <Fact name={t("Answer")}>
          <span>
            {objection.outcome === "upheld" ? t("The decision stays.") : t("The decision was taken back.")}
          </span>{" "}
          <span>{objection.answer}</span>
        </Fact>
      )}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-full grid grid-cols-subgrid gap-y-0.5">
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  );
}

import type { ReactNode } from "react";
import type { Decision } from "../../contract/api/moderation.ts";
import { Timestamp } from "./timestamp.tsx";

const GROUNDS = { law: "It is illegal", rules: "It breaks the rules of the site" } as const;
const SCOPES: Readonly<Record<Decision["scope"], string>> = {
  none: "Dismissed",
  tile: "Tile hidden",
  page: "Page suspended",
  account: "Account suspended",
};

/** Names a decision: "Page suspended". */
export const scopeLabel = ({ scope }: Pick<Decision, "scope">) => SCOPES[scope];

/** A decision with its reasons, rule and objection. */
export function DecisionFacts({ decision }: { decision: Decision }) {
  const { objection } = decision;
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Fact name="What">
        <span>{scopeLabel(decision)}</span>
        {decision.tile !== null && (
          <>
            <span>: </span>
            <bdi>{decision.tile}</bdi>
          </>
        )}
      </Fact>
      <Fact name="Reason">{decision.reason}</Fact>
      {decision.ground && <Fact name="Ground">{GROUNDS[decision.ground]}</Fact>}
      <Fact name="Law or rule">{decision.rule}</Fact>
      <Fact name="Decided">
        <Timestamp at={decision.created_at} /> by an administrator, not automatically
      </Fact>
      <Fact name="In effect">
        {decision.lifted_at ? (
          <>
            <span>Ended </span>
            <Timestamp at={decision.lifted_at} />
          </>
        ) : decision.until ? (
          <>
            <span>Until </span>
            <Timestamp at={decision.until} show="day" />
          </>
        ) : (
          "Until it is taken back"
        )}
      </Fact>
      {objection && <Fact name="Objection">{objection.text}</Fact>}
      {objection?.outcome && (
        <Fact name="Answer">
          <span>
            {objection.outcome === "upheld" ? "The decision stays. " : "The decision was taken back. "}
          </span>
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

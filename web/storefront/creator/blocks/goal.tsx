import { goalTexts } from "../../../../contract/rules/goals.ts";
import { rich } from "../../../lib/rich.ts";
import { FormattedText } from "../../../widgets/formatted-text.tsx";
import type { BlockProps } from "./block-props.ts";

/** The progress of a goal. Beyond its target the bar is full, and the text has the percentage. */
export function Goal({ tile: { title, description, goal, goal_reached } }: BlockProps) {
  if (goal === null) return null;
  const { target, currency } = goal;
  const reached = goal_reached ?? goal.current;
  const texts = goalTexts({ reached, target, currency });
  return (
    <div className="block-goal">
      <progress aria-label={title} max={target} value={Math.min(reached, target)} />
      <p>
        <span>
          {rich("<b>{reached}</b> of {target}", {
            reached: texts.reached,
            target: texts.target,
            b: (amount) => <b>{amount}</b>,
          })}
        </span>{" "}
        <span>{texts.percent}</span>
      </p>
      {description !== null && <FormattedText text={description} headingAs="h3" />}
    </div>
  );
}

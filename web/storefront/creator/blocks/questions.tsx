import { parseQuestions } from "../../../../contract/rules/questions.ts";
import { FormattedText } from "../../../widgets/formatted-text.tsx";
import type { BlockProps } from "./block-props.ts";

/** Questions that unfold their answers. */
export function Questions({ tile }: BlockProps) {
  const { introduction, questions } = parseQuestions(tile.description ?? "");
  return (
    <>
      <FormattedText text={introduction} headingAs="h3" />
      <div className="block-questions">
        {questions.map(({ question, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <details key={index}>
            <summary>
              <span dir="auto">{question}</span>
            </summary>
            <div>
              <FormattedText text={answer} headingAs="h3" />
            </div>
          </details>
        ))}
      </div>
    </>
  );
}

import { defineMessages, type Message } from "../texts.ts";

const messages = defineMessages("questions", {
  none: "Begin each question with “# ” and write its answer below it.",
  tooLong: "A question must be at most {max} characters.",
  unanswered: "Write an answer below each question.",
});

export type Question = { question: string; answer: string };

const LENGTH = { max: 200 };
const QUESTION = /^#{1,3} (.+)$/;

/** Parses questions with formatted answers: a line of `# ` is a question, and the lines up to the next one are its answer. Text before the first question is the introduction. */
export function parseQuestions(source: string): { introduction: string; questions: Question[] } {
  const questions: Question[] = [];
  const introduction: string[] = [];
  let answer = introduction;
  const end = () => {
    const last = questions.at(-1);
    if (last) last.answer = answer.join("\n").trim();
  };
  for (const line of source.split(/\r?\n/)) {
    const [, question] = QUESTION.exec(line.trim()) ?? [];
    if (question === undefined) {
      answer.push(line);
      continue;
    }
    end();
    questions.push({ question: question.trim(), answer: "" });
    answer = [];
  }
  end();
  return { introduction: introduction.join("\n").trim(), questions };
}

/** Returns the error of a text of questions, or null. */
export function questionsProblem(source: string): Message | null {
  const { questions } = parseQuestions(source);
  if (questions.length === 0) return messages.none;
  if (questions.some(({ question }) => question.length > LENGTH.max)) return messages.tooLong(LENGTH);
  return questions.some(({ answer }) => answer === "") ? messages.unanswered : null;
}

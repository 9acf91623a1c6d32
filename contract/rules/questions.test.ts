import { expect, test } from "vitest";
import { sentence } from "../texts.ts";
import { parseQuestions, questionsProblem } from "./questions.ts";

test("reads questions with their formatted answers, and text before them as an introduction", () => {
  expect(
    parseQuestions("Before you ask:\n\n# Do you ship?\nYes.\n\n- To **all** countries\r\n## Returns?\nNo"),
  ).toEqual({
    introduction: "Before you ask:",
    questions: [
      { question: "Do you ship?", answer: "Yes.\n\n- To **all** countries" },
      { question: "Returns?", answer: "No" },
    ],
  });
});

test.each([
  ["", "Begin each question with “# ” and write its answer below it."],
  ["Do you ship?\nYes", "Begin each question with “# ” and write its answer below it."],
  ["# Do you ship?\n\n# Returns?\nNo", "Write an answer below each question."],
  [`# ${"x".repeat(500)}\nYes`, "A question must be at most 200 characters."],
])("rejects %j", (source, message) => {
  const problem = questionsProblem(source);
  expect(problem && sentence(problem)).toBe(message);
});

test("accepts a question of the maximum length with its answer", () => {
  expect(questionsProblem(`# ${"x".repeat(200)}\nYes`)).toBeNull();
});

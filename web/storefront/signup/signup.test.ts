import { expect, test } from "vitest";
import { readPage } from "../../testing/read-page.ts";

test("asks to check the typed text, not an inbox", () => {
  const { shown } = readPage({
    page: "signup",
    creator: { handle: "ada", display_name: "Ada" },
    form: {
      tileId: 7,
      title: "My letter",
      button: "Sign up",
      consent: "Email me Ada's letter.",
      token: "1.x",
      email: "reader@example.org",
      problem: null,
    },
  });
  expect(shown.everyText).toContainEqual(
    expect.stringMatching(/^Check that your email is right, then press the button/),
  );
});

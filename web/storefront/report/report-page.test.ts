import { expect, test } from "vitest";
import { readPage } from "../../testing/read-page.ts";

const entries = { url: "/@ada", reason: "", message: "", name: "", email: "", goodFaith: "" };

test("explains the next steps after a report", () => {
  const { shown } = readPage({
    page: "report",
    isSent: true,
    form: { entries, problems: {}, problem: null },
  });
  expect(shown.one(undefined, { role: "status" }).text).toMatch(/^Thank you/);
});

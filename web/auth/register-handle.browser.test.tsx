import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { expectAccessibleAndFits } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

const TAKEN = ["vera", "vera-stone"];

async function openRegistration() {
  const { server } = await renderConsole("/auth?tab=register", { creator: null });
  const checks = server.respond(creatorRoutes.checkHandle, ({ query: { wanted = "" } }) => {
    const handle = wanted.toLowerCase().replaceAll(" ", "-");
    return TAKEN.includes(handle)
      ? { available: false, suggestion: `${handle}-2` }
      : { available: handle === wanted, suggestion: handle };
  });
  return { server, checks };
}

const name = () => page.getByLabelText("Display name");
const handle = () => page.getByLabelText("Handle");

test("derives the handle from the name until the user types another handle", async () => {
  await openRegistration();
  await name().fill("Otto Berg");
  await expect.element(handle()).toHaveValue("otto-berg");
  await expect.element(page.getByText("This handle is free.")).toBeVisible();
  await name().fill("Vera Stone");
  await expect.element(handle()).toHaveValue("vera-stone-2");
  await expectAccessibleAndFits();

  await name().click();
  await userEvent.keyboard("{Tab}v_s");
  await expect.element(handle()).toHaveValue("v_s");
  await name().fill("Somebody Else");
  // Longer than the delay of a suggestion.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await expect.element(handle()).toHaveValue("v_s");
});

test("replaces a suggestion in the focused field with typed text", async () => {
  await openRegistration();
  await name().fill("Otto Berg");
  await handle().click();
  await expect.element(handle()).toHaveValue("otto-berg");
  await userEvent.keyboard("otto");
  await expect.element(handle()).toHaveValue("otto");
});

test("keeps a cleared handle empty", async () => {
  await openRegistration();
  await name().fill("Otto Berg");
  await expect.element(handle()).toHaveValue("otto-berg");
  await handle().clear();
  await new Promise((resolve) => setTimeout(resolve, 600));
  await expect.element(handle()).toHaveValue("");
});

test("says while typing that a handle is taken, and offers a free one", async () => {
  const { checks } = await openRegistration();
  await handle().fill("Vera");
  await expect.element(page.getByText("This handle is already taken.")).toBeVisible();
  await page.getByRole("button", { name: "Use vera-2" }).click();
  await expect.element(handle()).toHaveValue("vera-2");
  await expect.element(page.getByText("This handle is free.")).toBeVisible();
  expect(checks.map(({ query }) => query)).toEqual([{ wanted: "vera" }, { wanted: "vera-2" }]);
});

test("checks no invalid handle and shows no error of a failed check", async () => {
  const { server, checks } = await openRegistration();
  await handle().fill("ab");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(checks).toEqual([]);
  const failed = server.fail(creatorRoutes.checkHandle, { status: 429, error: "Too many requests." });
  await handle().fill("vera");
  await expect.poll(() => failed.length).toBe(1);
  await expect.element(page.getByText("This handle")).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

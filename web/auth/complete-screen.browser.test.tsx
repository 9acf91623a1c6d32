import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { aCreator } from "../testing/console-entities.ts";
import { respondToDashboard } from "../testing/dashboard.ts";
import { expectAccessibleAndFits } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

const creator = aCreator({ handle: "vera", display_name: "Vera Stone", bio: "Signed up with Google" });
const open = () => renderConsole("/auth/complete", { creator });
const save = () => page.getByRole("button", { name: "Save and go to dashboard" });
const username = () => page.getByLabelText("Username (handle)");

test("starts with the saved profile, without the default bio of a provider", async () => {
  await open();
  await expect.element(username()).toHaveValue("vera");
  await expect.element(page.getByLabelText("Display name")).toHaveValue("Vera Stone");
  await expect.element(page.getByLabelText("Bio")).toHaveValue("");
  await expect.element(page.getByText("0 of 500 characters")).toBeVisible();
  await expect.element(save()).toBeEnabled();
  await expectAccessibleAndFits();
});

test.each([
  ["Username (handle)", "ab", "vera"],
  ["Username (handle)", "a b c", "vera"],
  ["Display name", "  ", "Vera Stone"],
])("saves nothing while %s is %j", async (label, invalid, valid) => {
  await open();
  const field = page.getByLabelText(label);
  await field.fill(invalid);
  await expect.element(save()).toBeDisabled();
  await userEvent.tab();
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await expectAccessible();
  await field.fill(valid);
  await expect.element(save()).toBeEnabled();
});

test("saves the handle in lower case and an empty bio as null", async () => {
  const { server } = await open();
  await page.getByLabelText("Bio").fill("x".repeat(501));
  await expect.element(page.getByText("500 of 500 characters")).toBeVisible();
  await page.getByLabelText("Bio").fill(" ");
  await username().fill("VERA");
  const saves = server.fail(creatorRoutes.save, { status: 500, error: "" });
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Could not save your profile. Please try again.");
  expect(saves.map(({ body }) => body)).toEqual([
    { handle: "vera", displayName: "Vera Stone", bio: null, timeZone: expect.stringMatching(/^[A-Z]/) },
  ]);
  await expect.element(save()).toBeEnabled();
});

test("opens the dashboard after a save and replaces the form in the history", async () => {
  const { server, router } = await renderConsole("/dashboard/products", {
    creator,
    server: respondToDashboard,
  });
  await router.navigate("/auth/complete");
  await page.getByLabelText("Display name").fill("Vera of the Kiln");
  server.respond(creatorRoutes.save, { creator: { ...creator, display_name: "Vera of the Kiln" } });
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Welcome, Vera of the Kiln" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard");
  await router.navigate(-1);
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/products");
});

test("shows a taken handle at its field", async () => {
  const { server } = await open();
  const taken = "This handle is already taken.";
  server.reject(creatorRoutes.save, { handle: taken }, 409);
  await save().click();
  await expect.element(page.getByText(taken)).toBeVisible();
  await expect.element(username()).toHaveFocus();
});

test("leads an account without a creator profile to the login", async () => {
  const { router } = await renderConsole("/auth/complete", {
    creator: null,
    server: (server) => {
      server.fail(creatorRoutes.me, { status: 404, error: "Creator not found." });
    },
  });
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/auth");
});

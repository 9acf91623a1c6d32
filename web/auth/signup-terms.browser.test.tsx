import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { storefrontRoutes } from "../../contract/api/storefront.ts";
import { DEFAULT_SITE, type Site } from "../../contract/rules/site.ts";
import { aConfig } from "../testing/console-entities.ts";
import { expectLink } from "../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

const open = (path: string, documents: Site["documents"], config = aConfig()) =>
  renderConsole(path, {
    creator: null,
    site: { ...DEFAULT_SITE, documents },
    server: (server) => server.respond(storefrontRoutes.config, config),
  });
const notice = () => page.getByText(/By signing up/);

test.each([
  [
    { terms: "/terms", privacy: "/privacy" },
    "By signing up you accept the terms and confirm that you have read the privacy notice.",
  ],
  [{ terms: "/terms" }, "By signing up you accept the terms."],
  [{ privacy: "/privacy" }, "By signing up you confirm that you have read the privacy notice."],
])("says at the registration what a new user accepts of %j", async (documents, text) => {
  await open("/auth?tab=register", documents);
  await expect.element(notice()).toHaveTextContent(text);
  await expectAccessibleAtEveryWidth();
});

test("opens the documents beside the form, and links them and the imprint at its end", async () => {
  await open("/auth?tab=register", { imprint: "/imprint", terms: "https://company.example/terms" });
  const link = page.getByRole("link", { name: "terms", exact: true });
  await expect.element(link).toHaveAttribute("target", "_blank");
  await expect.element(link).toHaveAttribute("href", "https://company.example/terms");
  await expectLink("Imprint", "/imprint");
});

test("says it beside the providers, with which a login may make an account", async () => {
  await open("/auth", { terms: "/terms" });
  await expect.element(notice()).toBeVisible();
});

test.each([
  ["without documents", { imprint: "/imprint" }, aConfig()],
  ["while nobody can sign up", { terms: "/terms" }, aConfig({ signup: "closed" as const })],
])("says nothing %s", async (_what, documents, config) => {
  await open("/auth", documents, config);
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect.element(notice()).not.toBeInTheDocument();
});

import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { discountSeriesRoutes } from "../../../contract/api/discount-series.ts";
import { discountRoutes } from "../../../contract/api/discounts.ts";
import { type Domain, domainRoutes } from "../../../contract/api/domains.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { aCreator, aDiscount } from "../../testing/console-entities.ts";
import { expectLink, expectText } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderAddress } from "../../testing/render-account.tsx";
import { renderConsole } from "../../testing/render-console.tsx";
import { respondToSettings } from "../../testing/render-settings.tsx";

const NAME = "anna.example.org";
const aDomain = (given: Partial<Domain> = {}): Domain => {
  const name = given.name ?? NAME;
  return {
    id: `id-of-${name}`,
    name,
    display_name: name,
    state: "pending",
    is_main: false,
    redirects: false,
    proof: { type: "TXT", name: `_proof.${name}`, value: "token-1234567890" },
    routing: [{ type: "CNAME", name, value: "sites.studio.example" }],
    failure: null,
    found: [],
    routing_failure: null,
    routing_found: [],
    created_at: "2026-11-01T10:00:00.000Z",
    checked_at: null,
    next_check_at: "2026-11-01T10:01:00.000Z",
    proven_at: null,
    failing_since: null,
    ...given,
  };
};
const CHECKED = {
  checked_at: "2026-11-01T10:05:00.000Z",
  next_check_at: "2026-11-01T10:10:00.000Z",
} as const;
const live = (given: Partial<Domain> = {}) =>
  aDomain({ ...CHECKED, state: "proven", proven_at: "2026-11-01T10:05:00.000Z", ...given });
const listOf = (...domains: Domain[]) => ({ available: true, domains });
const renderDomains = (...domains: Domain[]) =>
  renderAddress((server) => server.respond(domainRoutes.list, listOf(...domains)));
const button = (name: string | RegExp) => page.getByRole("button", { name });
const row = () => page.getByRole("list", { name: "Domains", exact: true }).getByRole("listitem");

test("shows the page's address here, and no domains yet", async () => {
  await renderAddress();
  await expectText("No domains yet.");
  await expectLink(/\/@vera$/, `${location.origin}/@vera`);
  expect(page.getByRole("switch").query()).toBeNull();
  await expectAccessibleAtEveryWidth();
});

test("says in words where each domain stands", async () => {
  const of = (name: string, given: Partial<Domain>) => live({ name: `${name}.example.org`, ...given });
  await renderDomains(
    of("new", { state: "pending", checked_at: null }),
    of("missing", { state: "pending", failure: "missing", routing_failure: "missing" }),
    of("different", { state: "pending", failure: "different", found: ["v=spf1"] }),
    of("silent", { state: "pending", failure: "silent", next_check_at: null }),
    of("taken", { state: "pending", failure: "taken" }),
    of("paused", { state: "paused", failure: "missing" }),
    of("lost", { failure: "missing", failing_since: "2026-11-03T10:00:00.000Z" }),
    of("elsewhere", { routing_failure: "different", routing_found: ["192.0.2.9"] }),
    of("live", { is_main: true }),
  );
  const states = [
    ["Waiting for the record", "Not checked yet, next check"],
    ["Waiting for the record", "There is no TXT record _proof.missing.example.org yet."],
    ["Waiting for the record", "has another value: v=spf1."],
    ["Waiting for the record", "did not answer"],
    ["Waiting for the record", "another page here has proven this domain"],
    ["Paused", "no longer shows your page"],
    [
      "Record lost",
      "The TXT record _proof.lost.example.org is gone. Without it, the domain stops showing your page on 10 Nov 2026",
    ],
    ["Proved", "elsewhere.example.org leads elsewhere: 192.0.2.9."],
    ["Live", "Main"],
  ];
  const items = page.getByRole("list", { name: "Domains", exact: true });
  await expect.element(items).toBeVisible();
  const texts = [...items.element().children].map(({ textContent }) => textContent);
  expect(texts).toHaveLength(states.length);
  for (const [index, [state, about]] of states.entries()) {
    expect(texts[index]).toContain(state);
    expect(texts[index]).toContain(about);
  }
  expect(texts[3]).toContain("not checked by itself any more");
  await expectLink("live.example.org", `${location.protocol}//live.example.org:${location.port}/`);
  await expectAccessibleAtEveryWidth();
});

test("keeps long and international names inside the screen", async () => {
  const long = `${"long-label-of-a-name".repeat(3)}.${"x".repeat(63)}.${"y".repeat(63)}.example.org`;
  await renderDomains(
    live({
      name: long,
      failure: "different",
      found: ["z".repeat(255)],
      failing_since: "2026-11-03T10:00:00.000Z",
    }),
    aDomain({ name: "xn--mnchen-3ya.example", display_name: "münchen.example" }),
  );
  await expectText("In DNS: xn--mnchen-3ya.example");
  await expectAccessibleAtEveryWidth();
});

test("adds a domain, shows its records and copies them", async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  const { server } = await renderAddress();
  const requests = server.respond(domainRoutes.add, () => {
    server.respond(domainRoutes.list, listOf(aDomain()));
    return { domain: aDomain() };
  });
  await button("Add a domain").click();
  await expect.element(page.getByRole("textbox", { name: "Domain" })).toHaveFocus();
  await button("Add domain").click();
  await expectText("Domain is required.");
  await expectAccessibleAtEveryWidth();
  await userEvent.keyboard("Anna.Example.org{Enter}");
  await expect.element(row().first()).toHaveTextContent(NAME);
  expect(requests.map(({ body }) => body)).toEqual([{ name: "Anna.Example.org" }]);
  for (const name of [
    "Copy the name of the TXT record",
    "Copy the value of the TXT record",
    "Copy the name of the CNAME record",
    "Copy the value of the CNAME record",
  ])
    await button(name).click();
  expect(copied).toEqual([`_proof.${NAME}`, "token-1234567890", NAME, "sites.studio.example"]);
  await expect.element(button("Copied!").first()).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("says so if the browser does not allow copying", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  await renderDomains(aDomain());
  await button("Copy the value of the TXT record").click();
  await expectText("Your browser does not allow copying. Select the text instead.");
});

test("shows the server's message beside the name", async () => {
  const { server } = await renderAddress();
  await button("Add a domain").click();
  const field = page.getByRole("textbox", { name: "Domain" });
  for (const message of [
    "Enter one name, without *. Add each name that you want by itself.",
    "This name belongs to the site itself. Enter a domain of your own.",
    "You have added this domain already.",
  ]) {
    server.reject(domainRoutes.add, { name: message });
    await field.fill("x.example");
    await button("Add domain").click();
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(message));
    await expect.element(field).toHaveFocus();
  }
});

describe("a domain", () => {
  test("is checked now, and says what was found", async () => {
    const { server } = await renderDomains(aDomain());
    server.respond(domainRoutes.check, { domain: aDomain({ ...CHECKED, failure: "missing" }) });
    await button(`Check now ${NAME}`).click();
    await expectText(new RegExp(`There is no TXT record _proof.${NAME} yet`));
    const requests = server.respond(domainRoutes.check, ({ params }) => {
      server.respond(domainRoutes.list, listOf(live({ is_main: true })));
      return { domain: live({ id: params.id ?? "", is_main: true }) };
    });
    await button(`Check now ${NAME}`).click();
    await expectText(`${NAME} shows your page.`);
    await expect.element(row().first()).toHaveTextContent("LiveMain");
    expect(requests.map(({ params }) => params.id)).toEqual([`id-of-${NAME}`]);
  });

  test("explains a check that failed, and keeps the domain", async () => {
    const { server } = await renderDomains(aDomain());
    server.fail(domainRoutes.check, { status: 429, error: "Too many requests. Please wait a minute." });
    await button(`Check now ${NAME}`).click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Too many requests.");
    await expect.element(row().first()).toBeVisible();
  });

  test("becomes the main one, and takes over visitors if the creator wants it", async () => {
    const other = "shop.example.net";
    const { server } = await renderDomains(live({ is_main: true }), live({ name: other }));
    await expectText(`Links to your page begin with ${NAME}.`);
    const requests = server.respond(domainRoutes.change, ({ body }) => {
      const { redirects = false } = body as { redirects?: boolean };
      const domains = [live(), live({ name: other, is_main: true, redirects })];
      server.respond(domainRoutes.list, listOf(...domains));
      return { domain: live({ name: other, is_main: true, redirects }) };
    });
    expect(button(`Make main ${NAME}`).query()).toBeNull();
    await button(`Make main ${other}`).click();
    await expectText(`Links to your page begin with ${other}.`);
    const redirect = page.getByRole("switch", { name: `Redirect visitors to ${other}` });
    await redirect.click({ force: true });
    await expect.element(redirect).toBeChecked();
    expect(requests.map(({ body }) => body)).toEqual([{ isMain: true }, { redirects: true }]);
    server.fail(domainRoutes.change, { status: 500, error: "" });
    await redirect.click({ force: true });
    await expectText("Couldn't save the redirect.");
    await expect.element(redirect).toBeChecked();
  });

  test("is removed after a question, and the focus stays in the list", async () => {
    const { server } = await renderDomains(live({ is_main: true }));
    const requests = server.respond(domainRoutes.remove, () => {
      server.respond(domainRoutes.list, listOf());
      return undefined;
    });
    await button(`Remove ${NAME}`).click();
    const question = page.getByRole("dialog", { name: "Remove this domain?" });
    await expect.element(question).toHaveTextContent(`${NAME} stops showing your page at once`);
    await expectAccessibleAtEveryWidth();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(requests).toEqual([]);
    await button(`Remove ${NAME}`).click();
    await button("Remove domain").click();
    await expectText("No domains yet.");
    await userEvent.keyboard("{Tab}");
    await expect.element(button("Add a domain")).toHaveFocus();
  });
});

test("offers no more domains than a page can have", async () => {
  await renderDomains(...Array.from({ length: 10 }, (_, index) => live({ name: `n${index}.example.org` })));
  await expectText(/^You have 10 domains/);
  expect(button("Add a domain").query()).toBeNull();
});

test("asks for a verified email first", async () => {
  await renderAddress(undefined, aCreator({ email_verified_at: null }));
  await expectText("Verify your email to add domains.");
  expect(button("Add a domain").query()).toBeNull();
});

test("shows a failure to load, and loads again", async () => {
  const { server } = await renderAddress((one) => one.fail(domainRoutes.list, { status: 400, error: "" }));
  await expectText("Couldn't load your domains.");
  server.respond(domainRoutes.list, listOf(aDomain()));
  await button("Try again").click();
  await expect.element(row().first()).toBeVisible();
});

test("is offered in the settings and by the search only on a site with own domains", async () => {
  for (const hasDomains of [true, false]) {
    const { screen } = await renderConsole("/dashboard/settings", {
      site: { ...DEFAULT_SITE, hasDomains },
      server: respondToSettings,
    });
    const list = page.getByRole("navigation", { name: "Settings sections" });
    await expect.element(list).toBeVisible();
    expect(list.getByRole("link", { name: "Address", exact: true }).elements()).toHaveLength(
      hasDomains ? 1 : 0,
    );
    await userEvent.keyboard("{Control>}k{/Control}");
    for (const word of ["domain", "dns", "address"]) {
      await page.getByRole("combobox", { name: "Search or go to" }).fill(word);
      const found = page.getByRole("option", { name: "Address", exact: true });
      await expect.poll(() => found.elements().length, { message: word }).toBe(hasDomains ? 1 : 0);
    }
    await screen.unmount();
  }
});

test("copies links to the page on the main domain, where there is one", async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  for (const own of [`https://${NAME}/`, undefined]) {
    const { screen } = await renderConsole("/dashboard/products?view=discounts", {
      creator: aCreator(own === undefined ? {} : { page_url: own }),
      server: (server) => {
        respondToSettings(server);
        server.respond(discountRoutes.list, { discounts: [aDiscount({ code: "SPRING" })] });
        server.respond(discountSeriesRoutes.list, { series: [] });
        server.respond(productRoutes.list, { products: [] });
      },
    });
    await button("Copy link with SPRING").click();
    await copyByPalette();
    const here = own ?? `${location.origin}/@vera`;
    await expect.poll(() => copied).toEqual([`${here}?code=SPRING`, here]);
    copied.length = 0;
    await screen.unmount();
  }
});

async function copyByPalette() {
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox", { name: "Search or go to" }).fill("copy the link");
  await page.getByRole("option", { name: "Copy the link to your page" }).click();
}

test("copies the new link as soon as the main domain has changed", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await renderAddress((server) => {
    respondToSettings(server);
    server.respond(domainRoutes.list, listOf(live({ is_main: true })));
  });
  await expectText(`Links to your page begin with ${NAME}.`);
  await copyByPalette();
  const { protocol, port } = window.location;
  await expect.poll(() => written.mock.calls).toEqual([[`${protocol}//${NAME}:${port}/`]]);
});

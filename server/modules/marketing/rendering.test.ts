import { expect, test } from "vitest";
import type { MailModel, RenderedMail } from "../../../contract/mails/mails.ts";
import { readConfig } from "../../config/config.ts";
import { createRenderer, unsubscribeUrl } from "./rendering.ts";

const mail = {
  template: "announcement",
  subject: "Hello",
  body: "Good news.",
  ctaLabel: null,
  ctaUrl: null,
} as const;

function setUp(render?: (model: MailModel) => Promise<RenderedMail>) {
  const rendered: MailModel[] = [];
  const deps = {
    publicUrl: "https://tessera.example",
    hosts: { mainOf: () => undefined },
    settings: { ...readConfig({}), publicUrl: "https://tessera.example" },
    derive: (purpose: string, ...parts: (string | number)[]) => `${purpose}-${parts.join("").length}`,
    findUserLanguage: async (email: string) => (email.startsWith("dora") ? ("de" as const) : null),
    renderer: {
      renderMail: async (model: MailModel) => {
        rendered.push(model);
        const { main } = model.links;
        if (render) return render(model);
        return {
          subject: "Hello",
          html: `<a href="${main}">out</a> <a href="${main}">again</a>`,
          text: main,
        };
      },
    },
  };
  return { deps, drawn: rendered, render: createRenderer(deps) };
}

test("renders an email to many recipients once, with an unsubscribe link for each", async () => {
  const { deps, drawn: rendered, render } = setUp();
  const addresses = ["anna@example.org", "berta@example.org"];
  const mails = await Promise.all(addresses.map((address) => render(mail, address)));
  const links = addresses.map((address) => unsubscribeUrl(deps, { address, creatorId: null }));
  expect(new Set(links).size).toBe(2);
  expect(mails).toEqual(
    links.map((link) => ({
      subject: "Hello",
      html: `<a href="${link}">out</a> <a href="${link}">again</a>`,
      text: link,
    })),
  );
  expect(rendered).toHaveLength(1);
  await render({ ...mail, body: "Other news." }, "anna@example.org");
  expect(rendered).toHaveLength(2);
});

test("renders an administrator's email once in each language of its recipients", async () => {
  const { drawn: rendered, render } = setUp();
  for (const name of ["anna", "dora1", "dora2", "berta"]) await render(mail, `${name}@example.org`);
  expect(rendered.map((model) => ("language" in model ? model.language : "en"))).toEqual(["en", "de"]);
});

test("repeats a failed rendering", async () => {
  let fails = true;
  const { render } = setUp(async (model) => {
    if (fails) throw new Error("not now");
    return { subject: "Hello", html: model.links.main, text: "" };
  });
  await expect(render(mail, "anna@example.org")).rejects.toThrow("not now");
  fails = false;
  expect((await render(mail, "anna@example.org")).html).toMatch(/^https:\/\/tessera\.example\/unsubscribe\//);
});

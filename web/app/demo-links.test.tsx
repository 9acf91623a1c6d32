import { expect, test } from "vitest";
import { render } from "./entry-server.tsx";

const links = (hasDemo?: boolean) => {
  const site = { publicUrl: "https://tessera.example", ...(hasDemo === undefined ? {} : { hasDemo }) };
  const { body } = render({ page: "landing", signedIn: false }, site);
  return body.match(/href="\/@demo"/g)?.length ?? 0;
};

test("the landing page links to the demo page only where there is one", () => {
  expect(links()).toBe(4);
  expect(links(false)).toBe(0);
});

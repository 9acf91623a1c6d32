import { expect, test } from "vitest";
import { render } from "./entry-server.tsx";

const landing = (hasDemo?: boolean) => {
  const site = { publicUrl: "https://tessera.example", ...(hasDemo === undefined ? {} : { hasDemo }) };
  return render({ page: "landing", signedIn: false }, site).body;
};

test("the landing page links to the demo page only where there is one", () => {
  expect(landing().match(/href="\/@demo"/g)).toHaveLength(4);
  expect(landing(false)).not.toContain("/@demo");
});

test("the sample page of the landing page has the handle of the demo creator only where there is one", () => {
  const handle = (body: string) => body.replaceAll("<!-- -->", "").match(/@\w+(?=<)/)?.[0];
  expect(handle(landing())).toBe("@demo");
  expect(handle(landing(false))).toBe("@mosaicstudio");
});

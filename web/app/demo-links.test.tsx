import { expect, test } from "vitest";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { render } from "./entry-server.tsx";

const landing = (hasDemo = true) => {
  const site = { ...DEFAULT_SITE, publicUrl: "https://tessera.example", hasDemo };
  return render({ page: "landing", signedIn: false }, site).body;
};

test("links the demo page from the landing page only if it exists", () => {
  expect(landing().match(/href="\/@demo"/g)).toHaveLength(4);
  expect(landing(false)).not.toContain("/@demo");
});

test("gives the sample page the demo creator's handle only if it exists", () => {
  const handle = (body: string) => body.replaceAll("<!-- -->", "").match(/@\w+(?=<)/)?.[0];
  expect(handle(landing())).toBe("@demo");
  expect(handle(landing(false))).toBe("@mosaicstudio");
});

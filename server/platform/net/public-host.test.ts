import { expect, test } from "vitest";
import { isPublicHost } from "./public-host.ts";

test.for([
  ["https://tessera.example", true],
  ["http://93.184.216.34", true],
  ["http://[2606:2800:220:1::1]", true],
  ["http://localhost:3000", false],
  ["http://127.0.0.1", false],
  ["http://10.1.2.3:3000", false],
  ["http://192.168.1.2", false],
  ["http://100.64.0.1", false],
  ["http://[::1]", false],
  ["http://[fd00::1]", false],
  ["http://shop", false],
  ["http://shop.local", false],
  ["http://shop.LAN", false],
  ["http://shop.home.arpa", false],
  ["http://locals.example", true],
] as const)("decides whether servers of the internet reach %s", ([url, isPublic]) => {
  expect(isPublicHost(new URL(url).hostname)).toBe(isPublic);
});

import { expect, test } from "vitest";
import { createOriginReader, describeDevice } from "./request-origin.ts";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["curl/8.1", null],
  ["  ", null],
  ["\u0000<script>alert(1)</script>", null],
])("describes %j as %j", (agent, device) => {
  expect(describeDevice(agent)).toBe(device);
});

test("ignores the end of a very long user agent", () => {
  expect(describeDevice(`${"x".repeat(400)} Firefox/127.0 (Windows NT 10.0)`)).toBeNull();
});

test("reads the network and the country of a client's IP, and the language of its browser", () => {
  const readOrigin = createOriginReader({
    findCountry: () => "DE",
    settings: { trustProxy: undefined, countryHeader: undefined },
  });
  const request = { ip: "198.51.100.77", headers: { "accept-language": "fr-CA,de;q=0.5" }, socket: {} };
  expect(readOrigin(request)).toEqual({
    device: null,
    country: "DE",
    network: "198.51.100.0/24",
    language: "fr",
  });
});

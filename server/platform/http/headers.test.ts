import { expect, test } from "vitest";
import { chooseEncoding, namesEtag } from "./headers.ts";

test.for([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP ; Q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.000, gzip;q=0", undefined],
  ["br;q=0.2, gzip;q=0.8", "gzip"],
  ["br;q=0.5, gzip;q=0.5", "br"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["*;q=0, gzip", "gzip"],
  ["identity", undefined],
  ["brotli, xbr", undefined],
  ["br;q=much", undefined],
  ["\u00ff;q=9", undefined],
  ["", undefined],
  [undefined, undefined],
] as const)("selects for Accept-Encoding %j: %s", ([header, encoding]) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test.for([
  ['"a"', true],
  ['W/"a"', true],
  ['"b",W/"a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  ['"*"', false],
  ["", false],
  [undefined, false],
] as const)("matches the tag against If-None-Match %j: %s", ([header, known]) => {
  expect(namesEtag(header, '"a"')).toBe(known);
});

import { expect, test } from "vitest";
import { defaultConnectionSettings, parseDescriptorLimit } from "./connection-settings.ts";

const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             128000               128000               processes
Max open files            ${soft.padEnd(20)} 1048576              files
Max locked memory         8388608              8388608              bytes
`;

test.for([
  ["1024", 512, 128],
  ["20000", 10_000, 1_000],
  ["1048576", 10_000, 1_000],
  ["unlimited", 10_000, 1_000],
] as const)(
  "with %s descriptors there are at most %i connections, %i for each client",
  ([soft, all, each]) => {
    const settings = defaultConnectionSettings(parseDescriptorLimit(limits(soft)));
    expect(settings).toMatchObject({ maxConnections: all, maxPerClient: each });
  },
);

test("an invalid limit is the default", () => {
  expect(parseDescriptorLimit("")).toBe(1024);
});

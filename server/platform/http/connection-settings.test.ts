import { expect, test } from "vitest";
import { defaultConnectionSettings, parseDescriptorLimit } from "./connection-settings.ts";

const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             128000               128000               processes
Max open files            ${soft.padEnd(20)} 1048576              files
Max locked memory         8388608              8388608              bytes
`;

test.for([
  ["1024", 716],
  ["20480", 14_000],
  ["1048576", 14_000],
  ["unlimited", 14_000],
] as const)("allows, with %s descriptors, %i connections", ([soft, all]) => {
  expect(defaultConnectionSettings(parseDescriptorLimit(limits(soft))).maxConnections).toBe(all);
});

test("uses the default for an unreadable limit", () => {
  expect(parseDescriptorLimit("")).toBe(1024);
});

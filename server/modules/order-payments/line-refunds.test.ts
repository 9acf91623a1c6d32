import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { leftOfLines, partsByLine, refundedOfLines, splitRefunds } from "./line-refunds.ts";

const PAYMENT = { id: "p", amountCents: 0 };
const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);
const ofOrder = (amountCents: number) => ({ amountCents, lines: [] });
const ofLine = (lineId: number, amountCents: number) => ({
  amountCents,
  lines: [{ lineId, amountCents }],
});
const LINES = [
  { id: 1, amountCents: 1000 },
  { id: 2, amountCents: 2000 },
];

test("counts a refund of lines only for these lines", () => {
  expect(refundedOfLines(LINES, [ofLine(2, 700)])).toEqual([0, 700]);
});

test("splits a refund of the order over the rest of each line after refunds of lines", () => {
  expect(refundedOfLines(LINES, [ofOrder(900), ofLine(2, 2000)])).toEqual([900, 2000]);
  expect(refundedOfLines(LINES, [ofOrder(300), ofLine(1, 400)])).toEqual([400 + 69, 231]);
});

test("subtracts a lost dispute from the rest of the lines", () => {
  const money = { refunds: [], disputes: [{ paymentId: "p", status: "lost" as const, amountCents: 300 }] };
  expect(leftOfLines(LINES, PAYMENT, money)).toEqual([900, 1800]);
});

test("adds up to the refunds of the order in any sequence, never above a line", () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 6 });
  const steps = fc.array(fc.record({ line: fc.nat(6), share: fc.double({ min: 0, max: 1, noNaN: true }) }));
  forAll(amounts, steps, (cents, chosen) => {
    const lines = cents.map((amountCents, id) => ({ id, amountCents }));
    let refunds: { amountCents: number; lines: { lineId: number; amountCents: number }[] }[] = [];
    for (const { line: lineId, share } of chosen) {
      const left = cents.map((all, at) => all - (refundedOfLines(lines, refunds)[at] ?? 0));
      const most = lineId < lines.length ? (left[lineId] ?? 0) : sumOf(left);
      const amountCents = Math.ceil(most * share);
      if (amountCents === 0) continue;
      // A refund of a line fixes the parts of those before it, which therefore do not move.
      if (lineId < lines.length) {
        const before = refundedOfLines(lines, refunds);
        const split = splitRefunds(lines, refunds);
        refunds = refunds.map((refund, at) => ({ ...refund, lines: partsByLine(lines, split[at] ?? []) }));
        expect(refundedOfLines(lines, refunds)).toEqual(before);
      }
      refunds.push(lineId < lines.length ? ofLine(lineId, amountCents) : ofOrder(amountCents));
      const refunded = refundedOfLines(lines, refunds);
      expect(sumOf(refunded)).toBe(sumOf(refunds.map((refund) => refund.amountCents)));
      for (const [at, all] of cents.entries()) expect(refunded[at]).toBeLessThanOrEqual(all);
    }
  });
});

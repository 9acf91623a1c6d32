import { type Check, fault, ok, warning } from "../check.ts";

const WARNING_SECONDS = 2;
/** Far below a minute, because other services reject signatures and codes whose time is minutes off. */
const FAULT_SECONDS = 30;

/** Compares this machine's clock with the database's. */
export const clockCheck: Check = {
  name: "Clock",
  advice: "Look at the database first.",
  needsDatabase: true,
  async run({ db, clock }) {
    const before = clock.now().getTime();
    const { rows } = await db.$client.query<{ ms: number }>(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
    );
    const now = (before + clock.now().getTime()) / 2;
    const seconds = Math.round(Math.abs((rows[0]?.ms ?? 0) - now) / 100) / 10;
    const seen = `this machine and the database differ by ${seconds} s`;
    if (seconds < WARNING_SECONDS) return [ok({ seen })];
    const advice = "Let NTP set the clocks of all machines (timedatectl set-ntp true).";
    return [(seconds < FAULT_SECONDS ? warning : fault)({ seen, advice })];
  },
};

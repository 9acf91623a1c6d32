import { defineMessages } from "../../../../contract/texts.ts";
import { type Check, fault, ok, shared, warning } from "../check.ts";

const WARNING_SECONDS = 2;
/** Far below a minute, because other services reject signatures and codes whose time is minutes off. */
const FAULT_SECONDS = 30;

const messages = defineMessages("check_clock", {
  name: "Clock",
  difference: "this machine and the database differ by {seconds, number} s",
  advice: "Let NTP set the clocks of all machines (timedatectl set-ntp true).",
});

/** Compares this machine's clock with the database's. */
export const clockCheck: Check = {
  id: "clock",
  name: messages.name,
  advice: shared.databaseFirst,
  needsDatabase: true,
  async run({ db, clock }) {
    const before = clock.now().getTime();
    const { rows } = await db.$client.query<{ ms: number }>(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
    );
    const now = (before + clock.now().getTime()) / 2;
    const seconds = Math.round(Math.abs((rows[0]?.ms ?? 0) - now) / 100) / 10;
    const seen = messages.difference({ seconds });
    if (seconds < WARNING_SECONDS) return [ok({ seen })];
    return [(seconds < FAULT_SECONDS ? warning : fault)({ seen, advice: messages.advice })];
  },
};

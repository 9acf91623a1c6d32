import { type Check, ok, warning } from "../check.ts";

const NAME = "Jobs";
const MANY = 1_000;

/** Counts the jobs that wait or have failed, emails among them. */
export const jobsCheck: Check = {
  name: NAME,
  advice: "Start Tessera once: it creates the tables of its jobs.",
  needsDatabase: true,
  async run({ countJobs }) {
    const { waiting, running, dead } = await countJobs();
    const seen = `${waiting} waiting, ${running} running, ${dead} failed`;
    if (dead > 0) {
      const advice = "Look at Admin, Jobs: each says why it failed, and can be run again.";
      return [warning({ name: NAME, seen, advice })];
    }
    if (waiting < MANY) return [ok({ name: NAME, seen })];
    const advice = "A large mailing does this for a while. If the number does not fall, look at the log.";
    return [warning({ name: NAME, seen, advice })];
  },
};

import { type Check, ok, warning } from "../check.ts";

/** Pages and reports are read from the primary above this. */
const LATE_SECONDS = 5;

/** Looks whether a replica for reads is one, and how far it is behind. */
export const readReplicaCheck: Check = {
  name: "Read replica",
  advice:
    "Name one streaming replica of the server of DATABASE_URL in DATABASE_READ_URL, and no load balancer before several. Meanwhile the primary answers.",
  needsDatabase: true,
  async run({ replicaAge }) {
    const age = await replicaAge();
    if (age === undefined) return [];
    const { name, advice } = readReplicaCheck;
    const seen = `${age.toFixed(1)} s behind`;
    return [age < LATE_SECONDS ? ok({ name, seen }) : warning({ name, seen, advice })];
  },
};

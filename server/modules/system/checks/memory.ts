import { totalmem } from "node:os";
import { defineMessages } from "../../../../contract/texts.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const MB = 1024 * 1024;
/** Without free memory the system kills processes, usually the largest one. */
const FAULT_BYTES = 64 * MB;
const WARNING_BYTES = 256 * MB;
const WARNING_SHARE = 1 / 20;

const messages = defineMessages("check_memory", {
  name: "Memory",
  advice: "Look at the memory of this machine, for example with free -m.",
  available: "{available} MB of {total} MB are available",
  scarceAdvice:
    "Give the machine or container more memory, or lower WORKERS and PAGE_CACHE_MB. Without free memory, the system kills a process.",
});

export const memoryCheck: Check = {
  id: "memory",
  name: messages.name,
  advice: messages.advice,
  async run() {
    return [assessMemory(readMemory())];
  },
};

/** Returns the memory of this machine or its container, in bytes. */
export const readMemory = () => ({
  available: process.availableMemory(),
  total: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
});

/** Assesses the available bytes of memory of this machine or its container. */
export function assessMemory({ available, total }: { available: number; total: number }): Found {
  const seen = messages.available({ available: Math.floor(available / MB), total: Math.floor(total / MB) });
  const advice = messages.scarceAdvice;
  if (available < FAULT_BYTES) return fault({ seen, advice });
  if (available < Math.min(WARNING_BYTES, total / 4) || available < total * WARNING_SHARE)
    return warning({ seen, advice });
  return ok({ seen });
}

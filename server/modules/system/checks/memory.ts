import { totalmem } from "node:os";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const MB = 1024 * 1024;
/** Without free memory the system kills processes, usually the largest one. */
const FAULT_BYTES = 64 * MB;
const WARNING_BYTES = 256 * MB;
const WARNING_SHARE = 1 / 20;

export const memoryCheck: Check = {
  name: "Memory",
  advice: "Look at the memory of this machine, for example with free -m.",
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
  const size = (bytes: number) => `${Math.floor(bytes / MB)} MB`;
  const seen = `${size(available)} of ${size(total)} are available`;
  const advice =
    "Give the machine or container more memory, or lower WORKERS and PAGE_CACHE_MB. Without free memory, the system kills a process.";
  if (available < FAULT_BYTES) return fault({ seen, advice });
  if (available < Math.min(WARNING_BYTES, total / 4) || available < total * WARNING_SHARE)
    return warning({ seen, advice });
  return ok({ seen });
}

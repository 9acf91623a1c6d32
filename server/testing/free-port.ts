import { once } from "node:events";
import { createServer } from "node:net";

/** Returns a port of this machine on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port was found");
  return address.port;
}

import { once } from "node:events";
import { createServer } from "node:net";
import { listen } from "./listen.ts";

/** Returns a port of this machine on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const { port } = await listen(probe);
  probe.close();
  await once(probe, "close");
  return port;
}

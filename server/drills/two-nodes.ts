import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCaddy } from "../testing/caddy.ts";
import { findFreePort } from "../testing/free-port.ts";
import { ProductProcess } from "../testing/product-process.ts";
import { secondsUntil } from "./drill.ts";

/** What both nodes derive the tokens of links from. */
export const SECRET = "what both of these nodes know and nobody else";

/** Two nodes on one database and one folder of files, behind Caddy with the configuration of `deploy/`; each may have variables of its own. */
export async function prepareTwoNodes(
  databaseUrl: string,
  variables: readonly [Record<string, string>, Record<string, string>] = [{}, {}],
) {
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-nodes-"));
  await chmod(dataDir, 0o755);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const node = (own: Record<string, string>) =>
    ProductProcess.prepare({
      DATABASE_URL: databaseUrl,
      APP_SECRET: SECRET,
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      TRUST_PROXY: "127.0.0.1",
      DRAIN_SECONDS: "5",
      ...own,
    });
  const nodes = [await node(variables[0]), await node(variables[1])] as const;
  const caddy = await startCaddy({ url, nodes: nodes.map((each) => each.url), folder: dataDir });
  let isStarted = false;
  return {
    url,
    nodes,
    /** Starts both, unless they run; `folder` has another release. */
    async start(folder?: string) {
      if (isStarted) return;
      isStarted = true;
      for (const each of nodes) await each.start(folder);
      await secondsUntil(async () => (await fetch(`${url}/readyz`)).ok, 30);
    },
    async remove() {
      await caddy.stop();
      for (const each of nodes) await each.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

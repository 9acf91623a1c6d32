import { spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePort } from "./free-port.ts";

type Options = {
  /** The URL for visitors. */
  url: string;
  /** The URLs of the nodes behind Caddy. */
  nodes: readonly string[];
  /** An empty folder for Caddy's state. */
  folder: string;
};

/** Starts Caddy in front of nodes, with the configuration of `deploy/`. */
export async function startCaddy({ url, nodes, folder }: Options): Promise<{ stop(): Promise<void> }> {
  const child = spawn("caddy", ["run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await findFreePort()}`,
      DOMAIN: url,
      NODES: nodes.map((node) => `127.0.0.1:${new URL(node).port}`).join(" "),
    },
    stdio: "ignore",
  });
  return {
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

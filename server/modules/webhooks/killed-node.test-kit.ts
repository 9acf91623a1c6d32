import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { publicNetwork } from "../../platform/net/public-network.ts";
import { createPublicPost } from "../../platform/net/public-post.ts";
import { createTestApp, PUBLIC_URL } from "../../testing/harness.ts";

/** A process of the application that only delivers webhooks, to a receiver on this machine. A test kills it. */
const [databaseUrl = "", port = "", certificate = ""] = process.argv.slice(2);
const network = publicNetwork({
  resolve: async () => ["127.0.0.1"],
  ports: [Number(port)],
  exceptions: ["127.0.0.1"],
  ca: readFileSync(certificate, "utf8"),
});
const node = await createTestApp({
  databaseUrl,
  postPublic: createPublicPost({ publicUrl: PUBLIC_URL, network }),
});
for (;;) {
  await node.runNow("webhooks.sweep");
  await delay(200);
}

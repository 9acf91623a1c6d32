import { createServer } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../testing/listen.ts";
import { openSession } from "./session.ts";

test("rejects a session that is aborted while its server is silent", async () => {
  const server = createServer();
  const { port } = await listen(server);
  const controller = new AbortController();
  server.once("connection", (socket) => {
    socket.on("error", () => undefined);
    controller.abort(new Error("stopped"));
  });
  const session = openSession(
    { url: `postgres://127.0.0.1:${port}/x`, name: "test", signal: controller.signal },
    async () => "opened",
  );
  await expect(session).rejects.toThrow("stopped");
  server.close();
});

import { mcpRoutes } from "../../../contract/api/mcp.ts";
import { rejectForeignOrigin } from "../../platform/http/origin.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { errors } from "./errors.ts";
import { refusalOf } from "./messages.ts";

/** Tools for programs with language models. Each call is a request to a route of the API with the same key. */
export function createMcp({ settings }: Pick<Infrastructure, "settings">) {
  const { publicUrl, site } = settings;
  // Loaded by the first message, because few installations get any.
  const loaded = () => import("./server.ts");
  return {
    routes: ({ registerRoute }) => {
      registerRoute(mcpRoutes.call, async ({ viewer, request, reply }) => {
        if (!viewer.key) throw errors.keyRequired();
        // The protocol demands it, although no browser adds a key by itself.
        rejectForeignOrigin(request, publicUrl);
        const refusal = refusalOf(request.body);
        if (refusal) return reply.code(400).send(refusal);
        const { answerMessage } = await loaded();
        const about = { name: site.name, url: publicUrl };
        const { status, type, text } = await answerMessage(request, { scopes: viewer.key.scopes, about });
        if (type) reply.type(type);
        return reply.code(status).send(text || undefined);
      });
    },
  } satisfies Module;
}

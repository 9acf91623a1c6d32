import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import type { Scope } from "../../../contract/rules/scopes.ts";
import product from "../../../package.json" with { type: "json" };
import { requestOf, type Tool, toolsFor } from "./tools.ts";

type Options = { scopes: readonly Scope[]; about: { name: string; url: string } };

/** The scopes of a key never change. */
const LIST_TTL_MS = 300_000;

/** Answers a message with a server of its own, which knows the key's tools. */
export async function answerMessage(
  request: FastifyRequest,
  options: Options,
): Promise<{ status: number; type: string | null; text: string }> {
  const handler = createMcpHandler(() => createServer(request, options));
  try {
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && name !== "authorization" && name !== "content-length"
        ? [[name, value]]
        : [],
    );
    const message = new Request(new URL(request.url, options.about.url), { method: "POST", headers });
    const response = await handler.fetch(message, { parsedBody: request.body });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  } finally {
    await handler.close();
  }
}

function createServer(request: FastifyRequest, { scopes, about }: Options): Server {
  const tools = toolsFor(scopes);
  const server = new Server(
    { name: about.name, version: product.version, websiteUrl: about.url },
    {
      capabilities: { tools: {} },
      cacheHints: { "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" } },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(({ described }) => described) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.find(({ described }) => described.name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This key has no such tool.");
    return callTool(request, tool, params.arguments ?? {});
  });
  return server;
}

/** Sends the request of a tool through the whole application, with the same key: its checks, limits and errors are the route's. */
async function callTool(request: FastifyRequest, tool: Tool, given: Record<string, unknown>) {
  const { call, reason } = requestOf(tool, given);
  if (!call) return resultOf(reason, true);
  const { statusCode, payload, headers } = await request.server.inject({
    ...call,
    remoteAddress: request.ip,
    headers: {
      authorization: request.headers.authorization,
      ...(call.payload !== undefined && { "content-type": "application/json" }),
    },
  });
  const isError = statusCode >= 400;
  const wait = headers["retry-after"];
  return resultOf(isError && wait ? `${payload}\nRetry after ${wait} seconds.` : payload, isError);
}

const resultOf = (text: string, isError: boolean) => ({
  content: [{ type: "text" as const, text }],
  isError,
});

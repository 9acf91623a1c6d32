import { z } from "zod";
import { SCOPES } from "../rules/scopes.ts";
import { route } from "./route.ts";

/** The largest input of a tool is a product, in an envelope. */
const BODY_LIMIT = 256 * 1024;

/** The Model Context Protocol: JSON-RPC messages of programs with language models. */
export const mcpRoutes = {
  call: route("POST", "/api/mcp", "creator", {
    // The scopes of a key decide which tools it has.
    scopes: SCOPES,
    summary: "Message of the Model Context Protocol, with an API key. Returns 202 for a notification",
    bodyType: "raw",
    bodyLimit: BODY_LIMIT,
    responses: { 200: z.looseObject({ jsonrpc: z.literal("2.0") }), 202: null },
    errors: { 403: ["foreign_origin", "mcp.key_required"] },
  }),
};

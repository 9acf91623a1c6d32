import type { FastifyInstance, FastifyReply } from "fastify";
import type { ApiDocument } from "./api-reference.ts";
import { notFound } from "./app-error.ts";

/** Adds the OpenAPI document, and its pages for people. Creates it on the first request, because that takes longer than the rest of a start. */
export function addApiDocument(app: FastifyInstance, describe: () => object): void {
  let made: { json: string; document: ApiDocument } | undefined;
  const read = () => {
    if (made) return made;
    const document = describe();
    // The pages read the parts that this product's own description has.
    made = { json: JSON.stringify(document), document: document as ApiDocument };
    return made;
  };
  app.get("/api/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(read().json),
  );
  const send = async (reply: FastifyReply, group?: string) => {
    const { referenceGroup, referenceStart } = await import("./api-reference.ts");
    const { document } = read();
    const html = group === undefined ? referenceStart(document) : referenceGroup(document, group);
    if (html === undefined) throw notFound("Page");
    return reply.type("text/html; charset=utf-8").send(html);
  };
  app.get("/api/docs", (_request, reply) => send(reply));
  app.get<{ Params: { group: string } }>("/api/docs/:group", ({ params }, reply) =>
    send(reply, params.group),
  );
}

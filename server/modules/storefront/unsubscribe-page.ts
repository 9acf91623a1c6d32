import type { FastifyInstance } from "fastify";
import type { PageDeps, SendPage } from "./page-deps.ts";

type Token = { Params: { token: string } };
/** A whole company may stand behind one address. */
const LIMIT = { name: "unsubscribing", points: 120, seconds: 60 };

/** The way out of marketing mail: a question for people, and one POST that needs neither session nor origin, for mail programs (RFC 8058). */
export function registerUnsubscribePage(app: FastifyInstance, deps: PageDeps, sendPage: SendPage): void {
  const { marketing } = deps;

  // The token is in the URL. This form is accepted from any origin, so it may lose its own `Origin` header.
  app.get<Token>("/unsubscribe/:token", async (request, reply) => {
    const { token } = request.params;
    reply.header("Referrer-Policy", "no-referrer");
    return marketing.isValidToken(token)
      ? sendPage(request, reply, { page: "unsubscribe", state: "asks", token })
      : sendPage(request, reply, { page: "unsubscribe", state: "unknown", token: "" }, 404);
  });

  void app.register(async (scope) => {
    // A mail program may wrap its one field in any kind of form; what counts is the address.
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) => done(null));
    scope.post<Token>("/unsubscribe/:token", async (request, reply) => {
      await deps.limits.consume({ ...LIMIT, key: request.ip });
      reply.header("Referrer-Policy", "no-referrer");
      return (await marketing.unsubscribe(request.params.token))
        ? sendPage(request, reply, { page: "unsubscribe", state: "done", token: "" })
        : sendPage(request, reply, { page: "unsubscribe", state: "unknown", token: "" }, 404);
    });
  });
}

import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody } from "../../../contract/api/errors.ts";
import type { Site } from "../../../contract/rules/site.ts";
import { sentence, texts } from "../../../contract/texts.ts";
import { inLanguage } from "../../../contract/translation.ts";
import { isDatabaseUnavailable } from "../database/errors.ts";
import { AppError, detailsOf, httpErrors } from "./app-error.ts";
import { errorPage } from "./error-page.ts";
import { NON_PAGE_PATH } from "./normalize-url.ts";
import { createRequestId, REQUEST_ID } from "./request-id.ts";
import { languageOfBody, languageOfErrorPage } from "./visitor-language.ts";

declare module "fastify" {
  interface FastifyInstance {
    site: Site;
  }
}

const t = texts("error_page", {
  title: "That did not work",
  titleLater: "Back in a moment",
  unavailable: "This site cannot answer right now. Please try again shortly.",
  tryAgain: "Try again",
  toFrontPage: "To the front page",
});

/** Sends the responses to errors and unknown paths. A GET of an unknown path that could be a page redirects to the landing page. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const page = (request.method === "GET" || request.method === "HEAD") && !NON_PAGE_PATH.test(request.url);
    return page ? reply.redirect("/", 302) : sendError(httpErrors.noResource(), request, reply);
  });
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.removeHeader("ETag");
  const language = languageOfBody(request);
  const { status, headers, body } = inLanguage(language, () => describeFailure(error, errorContext(request)));
  for (const [name, value] of headers) reply.header(name, value);
  if (language !== "en") reply.header("Content-Language", language);
  return reply.code(status).serializer(String).send(body);
}

/** Sends the response to an error of a route that people open as a link: a page for browsers, JSON for programs. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes("text/html")) return sendError(error, request, reply);
  reply.removeHeader("ETag");
  const { failure, requestId } = logAndClassify(error, errorContext(request));
  const mayRetry = failure.status === 503 || failure.status === 429;
  if (failure.retryAfter !== undefined) reply.header("Retry-After", String(failure.retryAfter));
  reply.header(REQUEST_ID, request.id);
  const language = languageOfErrorPage(request);
  const page = inLanguage(language, () =>
    errorPage({
      title: mayRetry ? t.titleLater : t.title,
      text: failure.status === 503 ? t.unavailable : sentence(failure.text),
      requestId,
      site: request.server.site,
      action: mayRetry ? { href: "", text: t.tryAgain } : { href: "/", text: t.toFrontPage },
    }),
  );
  return reply
    .code(failure.status)
    .header("Cache-Control", "no-store")
    .header("Content-Language", language)
    .type("text/html; charset=utf-8")
    .send(page);
}

/** The request's logger, id, method and route. The route is a pattern, because a URL may contain a token. */
type ErrorContext = { log: FastifyBaseLogger; requestId: string; method: string; route: string };

export const errorContext = ({ log, id, method, routeOptions }: FastifyRequest): ErrorContext => ({
  log,
  requestId: id,
  method,
  route: routeOptions.url ?? "none",
});

/** Returns the part of an error that clients may see. Logs failures of the server (500 and above), and returns the request's id with them. */
function logAndClassify(
  error: unknown,
  { log, requestId, method, route }: ErrorContext,
): { failure: AppError; requestId?: string } {
  const known = toAppError(error);
  if (known && known.status < 500) return { failure: known };
  if (known) {
    log.warn({ err: known.cause ?? known, method, route, status: known.status }, known.code);
    return { failure: known, requestId };
  }
  const failure = httpErrors.internal();
  log.error({ err: error, method, route, status: failure.status }, "unexpected error");
  return { failure, requestId };
}

/** Returns the response to an error: status, headers and JSON. */
export function describeFailure(
  error: unknown,
  context: ErrorContext,
): { status: number; headers: [name: string, value: string][]; body: string } {
  const { failure, requestId } = logAndClassify(error, context);
  const { status, text, code, retryAfter } = failure;
  const details = detailsOf(failure);
  const response: ErrorBody = {
    error: sentence(text),
    code,
    ...(details && { details }),
    // Programs read the id of other failures from the header. The page of an error shows it for every failure.
    ...(requestId !== undefined && status === 500 && { requestId }),
  };
  return {
    status,
    headers: [
      ["cache-control", "no-store"],
      ["content-type", "application/json; charset=utf-8"],
      [REQUEST_ID, context.requestId],
      ...(retryAfter === undefined ? [] : [["retry-after", String(retryAfter)] as [string, string]]),
    ],
    body: JSON.stringify(response),
  };
}

/** Writes the response to a request that could not be parsed directly to its connection. */
export function handleClientError(cause: NodeJS.ErrnoException, socket: Socket): void {
  // Browsers open connections in advance. One that sent nothing has no request to respond to.
  const isSilent = cause.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
  if (cause.code === "ECONNRESET" || isSilent || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = describeMalformed(malformedRequest(cause.code));
  const head = headers.map(([name, value]) => `${name}: ${value}`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Responds to a request without the header `Host`, which HTTP/1.1 requires (RFC 9112, section 3.2). */
export function rejectWithoutHost(response: ServerResponse): void {
  const { status, headers, body } = describeMalformed(httpErrors.malformed());
  response.writeHead(status, headers.flat()).end(body);
}

function describeMalformed(error: AppError): { status: number; headers: [string, string][]; body: string } {
  const body = JSON.stringify({ error: sentence(error.text), code: error.code } satisfies ErrorBody);
  return {
    status: error.status,
    headers: [
      ["Content-Type", "application/json; charset=utf-8"],
      ["Content-Length", String(Buffer.byteLength(body))],
      ["Cache-Control", "no-store"],
      ["X-Request-Id", createRequestId()],
      ["Connection", "close"],
    ],
    body,
  };
}

function malformedRequest(code: string | undefined): AppError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return httpErrors.timedOut();
  return code === "HPE_HEADER_OVERFLOW" ? httpErrors.headersTooLarge() : httpErrors.malformed();
}

function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return httpErrors.unavailable({ cause: error });
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return httpErrors.mediaType();
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || statusCode === 413) return httpErrors.tooLarge();
  if (statusCode === 404) return httpErrors.noResource();
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? httpErrors.malformed()
    : undefined;
}

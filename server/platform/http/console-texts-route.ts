import type { FastifyInstance } from "fastify";
import { CONSOLE_LANGUAGES } from "../../../contract/rules/languages.ts";
import { CONSOLE_TEXTS, consoleTexts } from "../locales/console-texts.ts";
import { notFound } from "./app-error.ts";
import { chooseEncoding } from "./headers.ts";
import { bytesIn } from "./html.ts";

/** Serves the scripts with the console's texts like the other files of the build: a browser loads each of them once. */
export function addConsoleTexts(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(`${CONSOLE_TEXTS}:file`, (request, reply) => {
    const path = `${CONSOLE_TEXTS}${request.params.file}`;
    const found = CONSOLE_LANGUAGES.map(consoleTexts).find((script) => script?.path === path);
    if (!found) throw notFound("File");
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    if (encoding) reply.header("Content-Encoding", encoding);
    return reply
      .header("Cache-Control", "public, max-age=31536000, immutable")
      .header("Vary", "Accept-Encoding")
      .type("text/javascript; charset=utf-8")
      .send(bytesIn(found.bytes, encoding));
  });
}

import type { FastifyInstance } from "fastify";
import { CONSOLE_TEXTS, findTextScript, textBytes } from "../locales/console-texts.ts";
import { notFound } from "./app-error.ts";
import { chooseEncoding } from "./headers.ts";

/** Serves the scripts with the console's texts like the other files of the build: a browser loads each of them once. */
export function addConsoleTexts(app: FastifyInstance): void {
  app.get<{ Params: { folder: string; file: string } }>(
    `${CONSOLE_TEXTS}:folder/:file`,
    async (request, reply) => {
      const { folder, file } = request.params;
      const found = findTextScript(`${CONSOLE_TEXTS}${folder}/${file}`);
      if (!found) throw notFound("File");
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      if (encoding) reply.header("Content-Encoding", encoding);
      return reply
        .header("Cache-Control", "public, max-age=31536000, immutable")
        .header("Vary", "Accept-Encoding")
        .type("text/javascript; charset=utf-8")
        .send(await textBytes(found, encoding));
    },
  );
}

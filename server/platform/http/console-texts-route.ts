import type { FastifyInstance } from "fastify";
import { CONSOLE_TEXTS, findTextScript, findTextScriptOfOther, textBytes } from "../locales/console-texts.ts";
import { notFound } from "./app-error.ts";
import { chooseEncoding } from "./headers.ts";

/**
 * Serves the scripts with the console's texts like the other files of the build: a browser loads each of them once. The path
 * of another release has the current texts, which nobody caches under that path.
 */
export function addConsoleTexts(app: FastifyInstance): void {
  app.get<{ Params: { folder: string; file: string } }>(
    `${CONSOLE_TEXTS}:folder/:file`,
    async (request, reply) => {
      const { folder, file } = request.params;
      const current = findTextScript(`${CONSOLE_TEXTS}${folder}/${file}`);
      const found = current ?? findTextScriptOfOther(folder, file);
      if (!found) throw notFound("File");
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      if (encoding) reply.header("Content-Encoding", encoding);
      return reply
        .header("Cache-Control", current ? "public, max-age=31536000, immutable" : "no-store")
        .header("Vary", "Accept-Encoding")
        .type("text/javascript; charset=utf-8")
        .send(await textBytes(found, encoding));
    },
  );
}

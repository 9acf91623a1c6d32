import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, request as requestHttp } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "../../testing/listen.ts";

/** Starts a proxy of a storage that rejects requests as Amazon does: with an expired URL, or different from the signed request. */
export async function startStrictStorage(upstream: string, secretAccessKey: string): Promise<string> {
  const server = createServer((request, response) => {
    const problem = new URL(request.url ?? "", upstream).searchParams.has("X-Amz-Signature")
      ? findProblem(request, secretAccessKey)
      : undefined;
    if (problem) {
      request.resume();
      response.writeHead(403).end(`<Error><Code>${problem}</Code></Error>`);
      return;
    }
    const { method, headers } = request;
    const forwarded = requestHttp(new URL(request.url ?? "", upstream), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  onTestFinished(() => void server.close());
  return (await listen(server)).url;
}

/** Returns the problem of a URL that is signed by version 4 of Amazon's signatures in its query. */
function findProblem({ method, url, headers }: IncomingMessage, secret: string): string | undefined {
  const { pathname, searchParams } = new URL(url ?? "", "http://storage");
  const read = (name: string) => searchParams.get(`X-Amz-${name}`) ?? "";
  const [date, signed] = [read("Date"), read("SignedHeaders")];
  const madeAt = Date.parse(
    date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  if (Date.now() > madeAt + Number(read("Expires")) * 1000) return "AccessDenied";
  const [, ...scope] = read("Credential").split("/");
  const query = [...searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map((pair) => pair.map(encode).join("="))
    .sort()
    .join("&");
  const named = signed.split(";").map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, pathname, query, named.join(""), signed, "UNSIGNED-PAYLOAD"].join("\n");
  const text = [
    "AWS4-HMAC-SHA256",
    date,
    scope.join("/"),
    createHash("sha256").update(canonical).digest("hex"),
  ];
  const sign = (key: Buffer | string, value: string) => createHmac("sha256", key).update(value).digest();
  const key = scope.reduce<Buffer | string>(sign, `AWS4${secret}`);
  return sign(key, text.join("\n")).toString("hex") === read("Signature")
    ? undefined
    : "SignatureDoesNotMatch";
}

const encode = (value: string) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

import type { RequestListener, ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { html, nothing, preview, redirect, testPages } from "../../testing/linked-pages.ts";
import { listen } from "../../testing/listen.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const pages = testPages();
const site = testSite({ fetchPublic: pages.fetchPublic });
const anna = testUser(site, { verified: true });
describe("a hostile link", () => {
  const secret = () => `http://127.0.0.2:${pages.internalPort}/secret`;

  test("never reaches this machine or its network by an IP in any spelling", async () => {
    const port = pages.internalPort;
    for (const host of ["127.0.0.2", "2130706434", "0x7f.2", "0177.0.0.2", "[::ffff:127.0.0.2]", "[::1]"]) {
      const url = new URL(`http://${host}:${port}/secret`).href;
      expect(await preview(anna, url), host).toEqual(nothing(url));
    }
  });

  test("never reaches this machine or its network by a name, even beside a public IP", async () => {
    const url = `http://evil.example:${pages.internalPort}/secret`;
    for (const ips of [["127.0.0.2"], ["127.0.0.1", "127.0.0.2"], ["10.0.0.1"], ["::1"], []]) {
      pages.names.set("evil.example", [ips]);
      expect(await preview(anna, url), ips.join()).toEqual(nothing(url));
    }
  });

  test("never reaches this machine by a name that resolves to another IP the second time", async () => {
    pages.names.set("rebinding.example", [["127.0.0.1"], ["127.0.0.2"]]);
    const url = `http://rebinding.example:${new URL(pages.origin).port}/`;
    pages.responses.set("/", redirect(`http://rebinding.example:${pages.internalPort}/secret`));
    expect(await preview(anna, url)).toEqual(nothing(url));
    expect(pages.requests).toHaveLength(1);
  });

  test("never reaches this machine by a redirect, an image or a base", async () => {
    pages.responses.set("/redirect", redirect(secret()));
    expect(await preview(anna, `${pages.origin}/redirect`)).toEqual(nothing(`${pages.origin}/redirect`));
    const image = `<meta property="og:image" content="${secret()}">`;
    for (const tag of [image, `<base href="${secret()}"><link rel="apple-touch-icon" href="icon.png">`]) {
      pages.responses.set("/page", html(`<title>Page</title>${tag}`));
      expect(await preview(anna, `${pages.origin}/page`)).toEqual({
        ...nothing(`${pages.origin}/page`),
        title: "Page",
      });
    }
    pages.responses.set("/moved.png", redirect(secret()));
    pages.responses.set("/page", html(`<title>Page</title><meta property="og:image" content="/moved.png">`));
    expect(await preview(anna, `${pages.origin}/page`)).toEqual({
      ...nothing(`${pages.origin}/page`),
      title: "Page",
    });
  });

  test("gives nothing with another scheme, a forbidden port or a password", async () => {
    for (const location of [
      "file:///etc/passwd",
      "ftp://shop.example/",
      "data:text/html,<title>x</title>",
      "http://shop.example:22/",
      pages.origin.replace("http://", "http://anna:secret@"),
      "http://[",
    ]) {
      pages.responses.set("/", redirect(location));
      expect(await preview(anna, `${pages.origin}/`), location).toEqual(nothing(`${pages.origin}/`));
    }
    const withPassword = `${pages.origin.replace("http://", "http://anna:secret@")}/`;
    expect(await preview(anna, withPassword)).toEqual(nothing(withPassword));
  });

  test("leaves no request in the log of the server on this machine", () => {
    expect(pages.internalRequests).toEqual([]);
  });
});

test("follows three redirects at most", async () => {
  for (let hop = 1; hop <= 4; hop++) pages.responses.set(`/${hop}`, redirect(`/${hop - 1}`));
  pages.responses.set("/0", html("<title>There</title>"));
  expect((await preview(anna, `${pages.origin}/3`)).title).toBe("There");
  expect((await preview(anna, `${pages.origin}/4`)).title).toBeNull();
  pages.responses.set("/loop", redirect("/loop"));
  expect((await preview(anna, `${pages.origin}/loop`)).title).toBeNull();
});

test("returns nothing for unreadable pages", async () => {
  const title = "<title>Title</title>";
  const responses: Record<string, RequestListener> = {
    "another type": html(title, { "content-type": "application/json" }),
    "no type": (_request, response) => void response.writeHead(200).end(title),
    "another status": (_request, response) =>
      void response.writeHead(404, { "content-type": "text/html" }).end(title),
    "an unknown encoding": html(title, { "content-encoding": "zstd" }),
    "invalid gzip": html(title, { "content-encoding": "gzip" }),
    "no redirect target": (_request, response) => void response.writeHead(302).end(),
    "long headers": html(title, { "x-long": "x".repeat(20_000) }),
    "a closed connection": (_request, response) => void response.socket?.destroy(),
    "a body that ends early": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": "9000" });
      response.write(title);
      setTimeout(() => response.socket?.destroy(), 50);
    },
  };
  for (const [name, respond] of Object.entries(responses)) {
    pages.responses.set("/", respond);
    expect(await preview(anna, `${pages.origin}/`), name).toEqual(nothing(`${pages.origin}/`));
  }
});

test("returns nothing for a server that does not speak HTTP", async () => {
  const server = createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
  const { port } = await listen(server);
  pages.ports.push(port);
  expect(await preview(anna, `http://shop.example:${port}/`)).toEqual(
    nothing(`http://shop.example:${port}/`),
  );
  server.close();
});

/** Writes to a response until it is closed. Returns a live count of the sent bytes. */
function flood(response: ServerResponse, chunk: Buffer): { bytes: number } {
  const sent = { bytes: 0 };
  const write = () => {
    if (response.destroyed) return;
    sent.bytes += chunk.length;
    if (response.write(chunk)) setImmediate(write);
    else response.once("drain", write);
  };
  write();
  return sent;
}

describe("size limit", () => {
  test("reads a compressed page", async () => {
    const text = "<title>Packed</title>";
    pages.responses.set("/gzip", html(gzipSync(text), { "content-encoding": "GZIP" }));
    pages.responses.set("/br", html(brotliCompressSync(text), { "content-encoding": "br" }));
    expect((await preview(anna, `${pages.origin}/gzip`)).title).toBe("Packed");
    expect((await preview(anna, `${pages.origin}/br`)).title).toBe("Packed");
  });

  test("reads an endless page up to about a megabyte", async () => {
    let sent = { bytes: 0 };
    pages.responses.set("/", (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write('<meta property="og:description" content="Known so far"><p>');
      sent = flood(response, Buffer.alloc(64 * 1024, "a "));
    });
    expect(await preview(anna, `${pages.origin}/`)).toEqual({
      ...nothing(`${pages.origin}/`),
      description: "Known so far",
    });
    expect(sent.bytes).toBeLessThan(16 * 1024 * 1024);
  });

  test("stops before the body if the head has a title", async () => {
    let sent = { bytes: 0 };
    pages.responses.set("/", (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write(`<head><title>Head</title></head>${" ".repeat(1024)}`);
      sent = flood(response, Buffer.alloc(1024, " "));
    });
    expect((await preview(anna, `${pages.origin}/`)).title).toBe("Head");
    expect(sent.bytes).toBeLessThan(16 * 1024 * 1024);
  });

  const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const part = gzipSync(Buffer.alloc(10 * 1024 * 1024, "<p>"), { level: 1 });
  // Deflated zeros without an end, so that one copy can be repeated within a gzip member.
  const zeros = { level: 1, finishFlush: constants.Z_FULL_FLUSH };
  const [head, body] = [gzipSync("", zeros), deflateRawSync(Buffer.alloc(10 * 1024 * 1024), zeros)];
  test.for([
    // Runs first, because memory freed by the others would hide its own use.
    ["br", brotliCompressSync(Buffer.alloc(300 * 1024 * 1024), fastBrotli)],
    ["gzip", Buffer.concat([head, ...Array.from({ length: 30 }, () => body)])],
    ["gzip", Buffer.concat(Array.from({ length: 20 }, () => part))],
  ] as const)("stops decompressing a bomb of %s", async ([encoding, bomb]) => {
    pages.responses.set("/", html(bomb, { "content-encoding": encoding }));
    const before = process.memoryUsage().rss;
    expect(await preview(anna, `${pages.origin}/`)).toEqual(nothing(`${pages.origin}/`));
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("stops reading an endless series of empty gzip members", async () => {
    let sent = { bytes: 0 };
    const part = gzipSync("");
    const empty = Buffer.concat(Array.from({ length: 1000 }, () => part));
    pages.responses.set("/", (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" });
      sent = flood(response, empty);
    });
    expect(await preview(anna, `${pages.origin}/`)).toEqual(nothing(`${pages.origin}/`));
    expect(sent.bytes).toBeLessThan(16 * 1024 * 1024);
  });
});

describe("time limit", () => {
  const responses: Record<string, RequestListener> = {
    "no headers": () => undefined,
    "no body": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.flushHeaders();
    },
    "a dripping body": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write("<title>Slow");
      const timer = setInterval(() => response.write("w"), 100);
      response.once("close", () => clearInterval(timer));
    },
    "dripping headers": (_request, response) => {
      response.socket?.write("HTTP/1.1 200 OK\r\nx: ");
      const timer = setInterval(() => response.socket?.write("w"), 100);
      response.socket?.once("close", () => clearInterval(timer));
    },
    "information without end": (_request, response) => {
      const timer = setInterval(() => response.writeProcessing(), 100);
      response.once("close", () => clearInterval(timer));
    },
    "slow redirects": (request, response) =>
      void setTimeout(() => redirect(`${request.url}`)(request, response), 2000),
  };

  test("returns nothing for a slow page after 5 seconds", async () => {
    const slow = Object.entries(responses);
    for (const [index, [, respond]] of slow.entries()) pages.responses.set(`/${index}`, respond);
    // Groups of three, because the server reads only a few pages at once.
    for (const part of [slow.slice(0, 3), slow.slice(3)]) {
      await Promise.all(
        part.map(async ([name]) => {
          const url = `${pages.origin}/${slow.findIndex(([other]) => other === name)}`;
          expect(await preview(anna, url), name).toEqual(nothing(url));
        }),
      );
    }
  });

  test("drops only the image if it is slow, within the time limit of a response", async () => {
    pages.responses.set("/", (request, response) => {
      const text = `<title>Slow image</title><meta property="og:image" content="/image.png">`;
      setTimeout(() => html(text)(request, response), 3500);
    });
    pages.responses.set("/image.png", (_request, response) => {
      response.writeHead(200, { "content-type": "image/png" });
      response.write("\x89PNG");
    });
    expect(await preview(anna, `${pages.origin}/`)).toEqual({
      ...nothing(`${pages.origin}/`),
      title: "Slow image",
    });
  });
});

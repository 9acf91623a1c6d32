import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../testing/listen.ts";
import { readCertificateEnd } from "./gauges.ts";

const HOUR_MS = 60 * 60 * 1000;

async function start(server: Server): Promise<URL> {
  const { port } = await listen(server);
  onTestFinished(() => void server.close());
  return new URL(`https://127.0.0.1:${port}`);
}

/** Creates a self-signed certificate that expires after a number of days. */
function makeCertificate(days: number) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-days", String(days), "-subj", "/CN=shop.example", "-keyout", key, "-out", cert],
    ],
    { stdio: "ignore" },
  );
  const read = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return read;
}

test("reads the expiry of any certificate, including a self-signed one", async () => {
  const url = await start(createServer(makeCertificate(3)));
  const end = await readCertificateEnd(url);
  const hours = ((end?.getTime() ?? 0) - Date.now()) / HOUR_MS;
  expect(hours).toBeGreaterThan(71);
  expect(hours).toBeLessThanOrEqual(72);
});

test("returns no expiry for a site without https, a refused connection or a server that does not respond", async () => {
  expect(await readCertificateEnd(new URL("http://127.0.0.1:1"))).toBeUndefined();
  expect(await readCertificateEnd(new URL("https://127.0.0.1:1"))).toBeUndefined();
  const silent = await start(createTcpServer((socket) => socket.on("error", () => undefined)));
  expect(await readCertificateEnd(silent)).toBeUndefined();
});

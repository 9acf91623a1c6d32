import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { percentile } from "../../bench/report.ts";
import { findFreePort } from "../testing/free-port.ts";
import { HttpClient } from "../testing/http-client.ts";
import { Ledger } from "../testing/ledger.ts";
import type { ProductProcess } from "../testing/product-process.ts";
import { makeTestFolder } from "../testing/temporary-folder.ts";
import { observed, PAUSE, readMetrics, SECONDS, secondsUntil } from "./drill.ts";
import { startProduct } from "./outside-product.ts";

/** Returns the memory and open files of the process. */
async function readUsage(product: ProductProcess): Promise<{ memory: number; files: number }> {
  const read = await readMetrics(product);
  return { memory: read("process_resident_memory_bytes"), files: read("process_open_fds") };
}

const canMount = process.platform === "linux" && process.getuid?.() === 0;
test.skipIf(!canMount)(
  "full-disk: uploads fail without leftovers while the disk is full, and work again afterwards",
  async () => {
    const dataDir = await makeTestFolder();
    await chmod(dataDir, 0o755);
    const uploads = join(dataDir, "uploads");
    await mkdir(uploads);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m,mode=0700", "tmpfs", uploads]);
    onTestFinished(() => void execFileSync("umount", ["-l", uploads]));
    // Disables the reserve, below which uploads stop before the disk is full.
    const product = await startProduct({ DATA_DIR: dataDir, DISK_RESERVE_MB: "0" });
    const ledger = new Ledger(product.url);
    await ledger.work();
    const filler = join(uploads, "filler");
    await writeFile(filler, Buffer.alloc(11 * 1024 * 1024)).catch(() => undefined);
    const errors = await ledger.workDuring(() => delay(4_000));
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter(({ message }) => !/: 507 /.test(message)).map(({ message }) => message)).toEqual([]);
    expect((await fetch(`${product.url}/`)).status).toBe(200);
    await rm(filler);
    await ledger.work();
    await ledger.expectEverythingConfirmed();
    observed(
      `${errors.length} uploads got 507, nothing else failed, ${ledger.size} confirmed changes all there`,
    );
  },
);

test("mail-and-payments-down: a silent mail server and an unreachable provider block nothing, and emails arrive later", async () => {
  const smtpPort = await findFreePort();
  const product = await startProduct({
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    STRIPE_SECRET_KEY: "sk_test_drill",
    STRIPE_API_BASE: `http://127.0.0.1:${await findFreePort()}`,
  });
  const client = new HttpClient(product.url);
  const email = "mara-drill@example.org";
  const startedAt = performance.now();
  await client.register("mara-drill");
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const rejected = await client.get("/api/stripe/products/prod_tessera_creator");
  expect(rejected.status).toBe(503);
  expect((await fetch(`${product.url}/@mara-drill`)).status).toBe(200);

  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, session, done) => {
      received.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume().once("end", () => done());
    },
  });
  server.listen(smtpPort, "127.0.0.1");
  onTestFinished(() => void server.close(() => undefined));
  const seconds = await secondsUntil(async () => received.includes(email), 150);
  await delay(2_000);
  expect(received.filter((address) => address === email)).toHaveLength(1);
  observed(
    `registered without a mail server; its email arrived ${seconds.toFixed(0)} s after the server did, once; payments: ${rejected.status}`,
  );
});

test("slow-clients: hundreds of clients that drip their requests do not slow others down", async () => {
  const product = await startProduct();
  const { port } = new URL(product.url);
  const sockets = Array.from({ length: 500 }, () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
    const dripping = setInterval(() => socket.write("X-Drip: 1\r\n"), 1_000);
    socket.once("close", () => clearInterval(dripping));
    return socket;
  });
  const times: number[] = [];
  for (let request = 0; request < 200; request++) {
    const startedAt = performance.now();
    expect((await fetch(`${product.url}/`)).status).toBe(200);
    times.push(performance.now() - startedAt);
  }
  const seconds = await secondsUntil(async () => {
    await delay(200);
    return sockets.every(({ destroyed }) => destroyed);
  }, 60);
  observed(
    `500 dripping clients were closed within ${seconds.toFixed(0)} s; p95 of others ${percentile(times, 95).toFixed(0)} ms`,
  );
});

test("stalled-readers: clients that stop reading a response are disconnected, slow ones are not", async () => {
  const product = await startProduct();
  const { port } = new URL(product.url);
  const request = async () => {
    const socket = connect(Number(port), "127.0.0.1").pause();
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    // More than the kernel buffers for one connection.
    socket.write("GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(40));
    return socket;
  };
  const files = async () => (await readUsage(product)).files;
  const before = await files();
  for (let client = 0; client < 200; client++) await request();
  const slow = await request();
  let bytes = 0;
  const reading = setInterval(() => {
    bytes += slow.read(Math.min(20_000, slow.readableLength))?.length ?? 0;
  }, 1_000);
  onTestFinished(() => clearInterval(reading));
  await secondsUntil(async () => (await files()) > before + 190, 60);
  const times: number[] = [];
  const seconds = await secondsUntil(async () => {
    const startedAt = performance.now();
    expect((await fetch(`${product.url}/`)).status).toBe(200);
    times.push(performance.now() - startedAt);
    await delay(200);
    return (await files()) < before + 10;
  }, 60);
  const read = bytes;
  await delay(15_000);
  expect(bytes).toBeGreaterThan(read + 100_000);
  observed(
    `200 stalled readers were closed within ${seconds.toFixed(0)} s, one of 20 KB/s goes on; p95 of others ${percentile(times, 95).toFixed(0)} ms`,
  );
});

test("soak: memory and connections do not grow under steady load", async () => {
  // The sources take more memory than the bundle that operators run.
  const product = await startProduct({}, "bundle");
  const ledger = new Ledger(product.url, { pauseMs: PAUSE * 1_000 });
  await ledger.workDuring(() => delay(10_000));
  const before = await readUsage(product);
  const errors = await ledger.workDuring(() => delay(SECONDS * 1_000));
  await delay(3_000);
  const after = await readUsage(product);
  expect(errors.map(({ message }) => message)).toEqual([]);
  // V8 lets the heap double between two full collections. Three minutes of load peak at 371 MB.
  expect(after.memory).toBeLessThan(450e6);
  expect(after.files).toBeLessThan(before.files + 50);
  await ledger.expectEverythingConfirmed();
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  observed(
    `${SECONDS} s: memory ${megabytes(before.memory)} → ${megabytes(after.memory)} MB, files ${before.files} → ${after.files}, ${ledger.size} confirmed changes, no error`,
  );
});

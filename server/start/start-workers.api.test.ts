import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HttpClient } from "../testing/http-client.ts";
import { ProductProcess } from "../testing/product-process.ts";

let product: ProductProcess;
beforeAll(async () => {
  product = await ProductProcess.prepare({ WORKERS: "2" });
});
afterAll(() => product.remove());

const readMetric = async (name: string) => {
  const text = await (await new HttpClient(product.url).get("/metrics")).text();
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "m").exec(text)?.[1]);
};
const sumOfMetric = async (name: string) => {
  const text = await (await new HttpClient(product.url).get("/metrics")).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
};
const untilBothServe = () =>
  expect.poll(() => readMetric("tessera_build_info"), { timeout: 40_000, message: product.output }).toBe(2);

test("two workers share port, database and metrics, and one that is killed is replaced while the other serves", {
  timeout: 120_000,
}, async () => {
  await product.start();
  await untilBothServe();
  expect(await readMetric("tessera_jobs"), "jobs are those of the installation, not a sum").toBe(0);
  expect(await readMetric("tessera_worker_restarts_total")).toBe(0);
  const before = await product.listWorkers();
  expect(before).toHaveLength(2);

  process.kill(before[0] ?? 0, "SIGKILL");
  // Open connections to the killed worker are lost, as with any process.
  await expect
    .poll(() =>
      fetch(`${product.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  for (let request = 0; request < 20; request++) {
    const response = await fetch(`${product.url}/readyz`, { headers: { Connection: "close" } });
    expect(response.status, "the other worker serves").toBe(200);
  }
  await expect.poll(() => product.listWorkers(), { timeout: 40_000 }).toHaveLength(2);
  expect(await product.listWorkers()).not.toContain(before[0]);
  await untilBothServe();
  expect(await readMetric("tessera_worker_restarts_total")).toBe(1);
  expect((await product.run("scripts/doctor.ts")).output).toMatch(/^warning Workers: 1 ended unexpectedly/m);
});

test("a worker that is killed leaves no visitor without an answer, and no counter falls", {
  timeout: 240_000,
}, async () => {
  const visit = async () => {
    try {
      const response = await fetch(`${product.url}/`, {
        headers: { Connection: "close" },
        signal: AbortSignal.timeout(15_000),
      });
      await response.text();
      return "answered";
    } catch (error) {
      return error instanceof DOMException ? "hangs" : "reset";
    }
  };
  let before = 0;
  for (let kill = 0; kill < 2; kill++) {
    await untilBothServe();
    const [first = 0, second = 0] = await product.listWorkers();
    const results: string[] = [];
    let isOver = false;
    const visitors = Array.from({ length: 24 }, async () => {
      while (!isOver) results.push(await visit());
    });
    await delay(700);
    before = await sumOfMetric("http_request_duration_seconds_count");
    process.kill(kill % 2 ? first : second, "SIGKILL");
    await delay(300);
    expect(await sumOfMetric("http_request_duration_seconds_count")).toBeGreaterThanOrEqual(before);
    await delay(1_000);
    isOver = true;
    await Promise.all(visitors);
    expect(
      results.filter((result) => result === "hangs"),
      `kill ${kill + 1} of ${results.length} visits`,
    ).toEqual([]);
    expect(results.filter((result) => result === "answered").length).toBeGreaterThan(24);
  }
});

test("a kill of the first process stops its workers, and the next start adopts the database", {
  timeout: 120_000,
}, async () => {
  const workers = await product.listWorkers();
  await product.kill();
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => workers.some(isRunning), { timeout: 60_000 }).toBe(false);
  await product.start();
});

test("a graceful shutdown stops all workers and the database", { timeout: 60_000 }, async () => {
  const { code, milliseconds } = await product.stop();
  expect(code, product.output).toBe(0);
  expect(milliseconds).toBeLessThan(10_000);
  expect(await product.listPostgresProcesses()).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { HttpClient } from "../testing/http-client.ts";
import { ProductProcess } from "../testing/product-process.ts";

const VISITORS = 24;

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
  expect.poll(() => readMetric("tessera_build_info"), { interval: 200, message: product.output }).toBe(2);

/** Visits the page once and returns the outcome. */
async function visit(): Promise<"responded" | "error" | "hangs" | "reset"> {
  try {
    const response = await fetch(`${product.url}/`, {
      headers: { Connection: "close" },
      signal: AbortSignal.timeout(15_000),
    });
    await response.text();
    return response.ok ? "responded" : "error";
  } catch (error) {
    return error instanceof DOMException ? "hangs" : "reset";
  }
}
const arrive = (visitors = VISITORS) => Array.from({ length: visitors }, visit);

test("shares port, database and metrics between two workers, and replaces a killed one without hanging requests or falling counters", async () => {
  await product.start();
  await untilBothServe();
  expect(await readMetric("tessera_jobs"), "jobs are those of the installation, not a sum").toBe(0);
  expect(await readMetric("tessera_worker_restarts_total")).toBe(0);
  const [, victim = 0, ...more] = await product.listWorkers();
  expect(more).toEqual([]);
  // More visits than can be in progress during the kill, so that the sum would fall without the killed worker's count.
  await Promise.all(arrive(3 * VISITORS));
  const counted = await sumOfMetric("http_request_duration_seconds_count");
  const early = arrive(VISITORS / 3);
  await Promise.race(early);
  process.kill(victim, "SIGKILL");
  const results = await Promise.all([...early, ...arrive()]);
  // Open connections to the killed worker are lost, as with any process.
  expect(results.filter((result) => result === "hangs")).toEqual([]);
  expect(await Promise.all(arrive()), "the other worker serves").toEqual(Array(VISITORS).fill("responded"));
  const served = results.slice(early.length).filter((result) => result === "responded").length + VISITORS;
  expect(await sumOfMetric("http_request_duration_seconds_count")).toBeGreaterThanOrEqual(counted + served);

  await expect.poll(() => product.listWorkers(), { interval: 200 }).toHaveLength(2);
  expect(await product.listWorkers()).not.toContain(victim);
  await untilBothServe();
  expect(await readMetric("tessera_worker_restarts_total")).toBe(1);
  const { code, output } = await product.run("scripts/doctor.ts", "--strict");
  expect(output).toMatch(/^warning Workers: 1 ended unexpectedly/m);
  expect(output).toMatch(/^Faults: 0\. Warnings: [1-9]/m);
  expect(code, "for a daily alert").toBe(2);
});

test("stops the workers if the first process is killed, and adopts the database at the next start", async () => {
  const workers = await product.listWorkers();
  await product.kill();
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => workers.some(isRunning)).toBe(false);
  await product.start();
});

test("stops all workers and the database in a graceful shutdown", async () => {
  const { code } = await product.stop();
  expect(code, product.output).toBe(0);
  expect(await product.listPostgresProcesses()).toEqual([]);
});

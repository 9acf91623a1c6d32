import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readCpuSeconds } from "./processes.ts";
import { median } from "./report.ts";

const execute = promisify(execFile);

export type Target = {
  url: string;
  headers?: Record<string, string>;
  /** The body of a POST. Without a body, requests are GETs. */
  body?: string;
  /** The range of the random number that replaces `%d` in each body. With `isZipf`, low numbers are the most frequent (Zipf's law). */
  random?: { from: number; to: number; isZipf?: boolean };
  connections: number;
  seconds: number;
  /** The rate at which requests are sent. Without it, each connection sends the next request after a response. */
  perSecond?: number;
  /** The process whose processor time per request is measured, with its children. */
  pid?: number;
};
/** The result of a load. Durations are in milliseconds. */
export type Load = {
  /** Responses per second. */
  rate: number;
  p50: number;
  p95: number;
  p99: number;
  failed: number;
  /** Microseconds of processor time per request. */
  cpuUs: number;
  /** The largest delay with which a request of a given rate was sent. */
  behind: number;
};

/** Puts one target under load with wrk, whose script prints the results as JSON. A generator in JavaScript would be too slow. */
export async function load(target: Target): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-wrk-"));
  const script = join(folder, "load.lua");
  const headers = Object.entries(target.headers ?? {}).map(
    ([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`,
  );
  await writeFile(
    script,
    `${headers.join("\n")}
${target.body === undefined ? "" : `wrk.method = "POST"\nwrk.body = ${quote(target.body)}`}
${target.perSecond === undefined ? "" : paced(target.perSecond)}
${target.random ? `request = function() return wrk.format(nil, nil, nil, string.format(wrk.body, ${randomNumber(target.random)})) end` : ""}
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"us":%d,"p50":%d,"p95":%d,"p99":%d,"failed":%d,"behind":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(95), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout, ${target.perSecond === undefined ? 0 : 'thread:get("behind")'}))
end
`,
  );
  const cpuBefore = await cpuSeconds(target);
  const { stdout } = await execute("wrk", [
    "-t1",
    `-c${target.connections}`,
    `-d${target.seconds}s`,
    "--timeout=10s",
    "-s",
    script,
    target.url,
  ]);
  const cpu = (await cpuSeconds(target)) - cpuBefore;
  await rm(folder, { recursive: true });
  const printed: Record<string, number> = JSON.parse(stdout.slice(stdout.lastIndexOf("\n{")));
  const { requests = 0, us = 1, p50 = 0, p95 = 0, p99 = 0, failed = 0, behind = 0 } = printed;
  return {
    rate: requests / (us / 1e6),
    p50: p50 / 1000,
    p95: p95 / 1000,
    p99: p99 / 1000,
    failed,
    cpuUs: (cpu * 1e6) / requests,
    behind,
  };
}

/**
 * Returns a script that sends the requests of all connections at an even rate. wrk measures a request from its sending, so its percentiles
 * omit the wait for a free connection. `behind` is the longest such wait: percentiles below it are too low.
 */
const paced = (perSecond: number) => `
local ffi = require("ffi")
ffi.cdef("typedef struct { long s; long ns; } moment; int clock_gettime(int clock, moment *now);")
local moment = ffi.new("moment")
local function now()
  ffi.C.clock_gettime(1, moment)
  return tonumber(moment.s) * 1000 + tonumber(moment.ns) / 1e6
end
local planned
behind = 0
delay = function()
  local at = now()
  planned = planned and planned + ${1_000 / perSecond} or at
  behind = math.max(behind, at - planned)
  return math.max(0, math.floor(planned - at))
end
setup = function(started) thread = started end`;

/** Returns a Lua expression for a random number. */
const randomNumber = ({ from, to, isZipf }: NonNullable<Target["random"]>) =>
  isZipf
    ? `${from - 1} + math.floor(math.exp(math.random() * ${Math.log(to - from + 2)}))`
    : `math.random(${from}, ${to})`;

const cpuSeconds = async ({ pid }: Target) =>
  pid === undefined ? Number.NaN : (await readCpuSeconds(pid)).workers;

const quote = (text: string) => JSON.stringify(text);

/** Puts the targets under load alternately for several rounds, so that other load affects all of them alike. Returns medians. */
export async function loadInTurn<const T extends readonly Target[]>(
  targets: T,
  rounds: number,
): Promise<{ [Place in keyof T]: Load }> {
  for (const target of targets) await load({ ...target, seconds: 2 });
  const loads: Load[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [place, target] of targets.entries()) loads[place]?.push(await load(target));
  }
  const medians = loads.map((rows) => ({
    rate: median(rows.map((row) => row.rate)),
    p50: median(rows.map((row) => row.p50)),
    p95: median(rows.map((row) => row.p95)),
    p99: median(rows.map((row) => row.p99)),
    cpuUs: median(rows.map((row) => row.cpuUs)),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
    behind: Math.max(...rows.map((row) => row.behind)),
  }));
  return medians as { [Place in keyof T]: Load };
}

/** Throws if requests of a load failed. */
export function withoutFailures(load: Load): Load {
  if (load.failed > 0) throw new Error(`${load.failed} requests failed`);
  return load;
}

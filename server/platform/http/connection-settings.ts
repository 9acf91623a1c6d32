import { readFileSync } from "node:fs";

export type ConnectionSettings = {
  /** How long a client may take to send the head of a request. For the first request this is counted from the opening of the connection. */
  headersTimeoutMs: number;
  /** The interval between checks of incomplete heads and stalled readers. */
  checkIntervalMs: number;
  /** How long a client may read nothing of a response. */
  writeStallMs: number;
  /** How long a connection stays open after a response. */
  keepAliveMs: number;
  maxConnections: number;
};

/** The share of the file descriptors for clients. The rest is for files, the database and the SMTP server. */
const CONNECTION_SHARE = 0.7;
/** The maximum whatever the limit of descriptors is. An idle connection takes some 8 KB. */
const MAX_CONNECTIONS = 14_000;
/** The default of most systems, used if the limit cannot be read. */
const USUAL_DESCRIPTORS = 1_024;

export function defaultConnectionSettings(descriptors = readDescriptorLimit()): ConnectionSettings {
  return {
    headersTimeoutMs: 30_000,
    checkIntervalMs: 5_000,
    // At 5 KB/s the kernel reports progress twice a minute on loopback. With the checks, a stalled reader is closed within 60 s.
    writeStallMs: 45_000,
    // Longer than a proxy keeps an idle connection, or it would send a request into one that was just closed.
    keepAliveMs: 72_000,
    maxConnections: Math.min(MAX_CONNECTIONS, Math.floor(descriptors * CONNECTION_SHARE)),
  };
}

/** Returns how many descriptors this process may open. */
export function readDescriptorLimit(): number {
  try {
    return parseDescriptorLimit(readFileSync("/proc/self/limits", "utf8"));
  } catch {
    return USUAL_DESCRIPTORS;
  }
}

/** Reads the soft limit from the text of `/proc/PID/limits`. */
export function parseDescriptorLimit(limits: string): number {
  const [, soft] = /^Max open files\s+(\d+|unlimited)\s/m.exec(limits) ?? [];
  if (soft === "unlimited") return Number.POSITIVE_INFINITY;
  return soft === undefined ? USUAL_DESCRIPTORS : Number(soft);
}

import { formatNumber } from "../../contract/rules/formats.ts";
import { t } from "../../contract/texts.ts";

const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** Formats a size: `734 KB`, `1.5 MB`, `312 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1023.5 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const isWhole = unit === 0 || size >= 99.95;
  const digits = isWhole ? 0 : 1;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${formatNumber(isWhole ? Math.ceil(size * 10) / 10 : size, options)} ${UNITS[unit]}`;
}

/** Formats a remaining time, rounded up: `8 s`, `2 min`, `1 h 5 min`. */
export function formatWait(seconds: number): string {
  if (seconds < 59.5) return t("{seconds} s", { seconds: Math.max(1, Math.ceil(seconds)) });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return t("{minutes} min", { minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0
    ? t("{hours} h", { hours })
    : t("{hours} h {minutes} min", { hours, minutes: minutes % 60 });
}

export type Sample = { at: number; bytes: number };
const WINDOW_MS = 4000;

/** Keeps the samples of the last seconds, and at least one older one for comparison. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const recent = samples.findIndex(({ at }) => sample.at - at <= WINDOW_MS);
  const kept = recent === -1 ? samples.slice(-1) : samples.slice(Math.max(0, recent - 1));
  return [...kept, sample];
}

/** Bytes per second over the samples, or null if nothing can be measured yet. */
export function speedOf(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 250) return null;
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
}

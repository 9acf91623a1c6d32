import { availableParallelism } from "node:os";
import { z } from "zod";
import { isNetwork } from "./platform/net/ip.ts";

export const origin = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be an http or https address, such as https://tessera.example",
    abort: true,
  })
  .refine((value) => !/[?#]/.test(value) && new URL(value).pathname === "/", {
    error: "must be an address without a path, such as https://tessera.example",
    abort: true,
  })
  .transform((value) => new URL(value).origin);

export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false"], { error: "must be true or false" })
    .default(fallback ? "true" : "false")
    .transform((value) => value === "true");

export const wholeNumber = (min: number, max: number, fallback: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int({ error: "must be a whole number" })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
    .default(fallback);

/** A number of processes; `auto` is one for each core. */
export const processCount = z
  .string()
  .default("1")
  .transform((value) => (value === "auto" ? availableParallelism() : Number(value)))
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= 64, {
    error: "must be a whole number from 1 to 64, or auto for one process per core",
  });

export const addresses = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every(isNetwork), {
    error: "must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8",
  });

export const webhookSecrets = (error: string) =>
  z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .refine((secrets) => secrets.every(Boolean), { error });

/** Interprets `sslmode` as libpq does: `require` encrypts without verifying. The driver would verify, which fails with the certificates of most hosting providers. */
function withLibpqTls(url: string): string {
  const [, query = ""] = url.split("?");
  const params = new URLSearchParams(query);
  if (!/^(prefer|require|verify-ca)$/.test(params.get("sslmode") ?? "") || params.has("uselibpqcompat"))
    return url;
  return `${url}&uselibpqcompat=true`;
}

export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: "must begin with postgresql://", abort: true })
  // Parsed as the driver does: the host may be missing if a parameter names the folder of a socket.
  .refine((value) => URL.canParse(value.replace("@/", "@localhost/"), "postgresql://localhost"), {
    error: "must be a URL such as postgresql://user:password@host:5432/tessera",
    abort: true,
  })
  .refine((value) => !/[?&]sslmode=verify-ca\b/.test(value) || /[?&]sslrootcert=/.test(value), {
    error: "needs sslrootcert=/path/ca.pem beside sslmode=verify-ca",
  })
  .transform(withLibpqTls);

/** `name=value` pairs separated by commas, values percent-encoded, as OpenTelemetry defines them. */
export const headerPairs = z
  .string()
  .refine((value) => value.split(",").every((pair) => /^\s*[\w-]+=(?:[^%]|%[0-9a-f]{2})*$/i.test(pair)), {
    error: "must be headers such as authorization=Bearer%20TOKEN, separated by commas",
    abort: true,
  })
  .transform((value) =>
    Object.fromEntries(
      value.split(",").map((pair) => {
        const [name = "", ...rest] = pair.trim().split("=");
        return [name.toLowerCase(), decodeURIComponent(rest.join("="))];
      }),
    ),
  );

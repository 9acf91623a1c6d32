import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeTestFolder } from "../testing/temporary-folder.ts";
import { ConfigError, readConfig } from "./config.ts";
import { findMisspeltNames, findUnknownNames, loadEnvFile } from "./env-file.ts";
import { Environment, SETTING_NAMES } from "./environment.ts";
import { SECRET_FILE_NAMES } from "./secret-files.ts";

test("adds settings that the environment lacks, even after a byte order mark", async () => {
  const path = join(await makeTestFolder(), ".env");
  await writeFile(
    path,
    '\uFEFFSIGNUP=closed\r\nMAIL_FROM="Tess <a@b.example>" # ours\r\nLOG_LEVEL=debug\r\nSMTP_ULR=x\r\n',
  );
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of ["SIGNUP", "MAIL_FROM", "SMTP_ULR"]) vi.stubEnv(name, undefined);
  vi.stubEnv("LOG_LEVEL", "warn");
  expect(loadEnvFile(path)).toEqual([expect.stringMatching(/^SMTP_ULR in \.env is not a setting/)]);
  const { SIGNUP, MAIL_FROM, LOG_LEVEL } = process.env;
  expect({ SIGNUP, MAIL_FROM, LOG_LEVEL }).toEqual({
    SIGNUP: "closed",
    MAIL_FROM: "Tess <a@b.example>",
    LOG_LEVEL: "warn",
  });
});

test("reports a folder in place of the file, which a container's mount makes", async () => {
  const path = join(await makeTestFolder(), ".env");
  await mkdir(path);
  expect(() => loadEnvFile(path)).toThrow(ConfigError);
  expect(() => loadEnvFile(path)).toThrow(/\.env must be a file that this user can read, such as .*EISDIR/);
});

test("accepts each example of .env.example", async () => {
  const lines = (await readFile(".env.example", "utf8")).match(/^#[A-Z0-9_]+=.+$/gm) ?? [];
  const given = parseEnv(lines.map((line) => line.slice(1).replaceAll("…", "0")).join("\n"));
  const { warnings } = readConfig({
    ...given,
    APP_SECRET: "x".repeat(32),
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    OIDC_CLIENT_ID: "id",
    OIDC_CLIENT_SECRET: "secret",
  });
  expect(lines.length).toBeGreaterThan(30);
  expect(warnings).toEqual([
    expect.stringMatching(/^POSTGRES_BIN has no effect/),
    expect.stringMatching(/^FILES_BY_PROXY has no effect beside STORAGE_URL/),
    expect.stringMatching(/^STRIPE_API_BASE sends a live key/),
  ]);
});

test("reports a misspelt name with the closest setting", () => {
  expect(findUnknownNames(["SMTP_ULR", "PUBLICURL", "data_dir", "SOMETHING_ELSE"])).toEqual([
    "SMTP_ULR in .env is not a setting of Tessera and is ignored; did you mean SMTP_URL?",
    "PUBLICURL in .env is not a setting of Tessera and is ignored; did you mean PUBLIC_URL?",
    "data_dir in .env is not a setting of Tessera and is ignored; did you mean DATA_DIR?",
    "SOMETHING_ELSE in .env is not a setting of Tessera and is ignored; .env.example lists the settings",
  ]);
});

test("reports only names in the environment that are nearly a setting's", () => {
  expect(findMisspeltNames(["SMTP_ULR", "STORAGE_URI", "APP_SECRETFILE"])).toEqual([
    "SMTP_ULR is not a setting of Tessera and is ignored; did you mean SMTP_URL?",
    "STORAGE_URI is not a setting of Tessera and is ignored; did you mean STORAGE_URL?",
    "APP_SECRETFILE is not a setting of Tessera and is ignored; did you mean APP_SECRET_FILE?",
  ]);
  const foreign = [
    "PATH",
    "HOSTNAME",
    "POSTGRES_DB",
    "POSTGRES_USER",
    "SMTP_USER",
    "XDG_DATA_DIRS",
    "AWS_REGION",
  ];
  expect(findMisspeltNames([...foreign, ...SETTING_NAMES])).toEqual([]);
});

test("reports neither settings nor names of other software", () => {
  expect(findUnknownNames([...SETTING_NAMES, "AWS_ACCESS_KEY_ID", "NODE_OPTIONS", "TZ"])).toEqual([]);
});

test("lists exactly the settings in .env.example", async () => {
  const text = await readFile(".env.example", "utf8");
  const names = [...text.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([...SETTING_NAMES].sort());
});

test("states the default of each setting in .env.example", async () => {
  const given = parseEnv((await readFile(".env.example", "utf8")).replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ""));
  for (const [name, schema] of Object.entries(Environment.shape)) {
    const byDefault: unknown = schema.safeParse(undefined).data;
    if (byDefault !== undefined) expect([name, schema.parse(given[name])]).toEqual([name, byDefault]);
  }
});

test("names only existing settings in documents, and each secret that can be in a file", async () => {
  const text = await readFile("docs/configure.md", "utf8");
  const names = [...text.matchAll(/`([A-Z]+_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = ""]) => name);
  expect(names.filter((name) => ![...SETTING_NAMES, ...SECRET_FILE_NAMES].includes(name))).toEqual([]);
  const secrets = SECRET_FILE_NAMES.map((name) => name.replace(/_FILE$/, ""));
  for (const file of [text, await readFile(".env.example", "utf8")])
    expect(secrets.filter((name) => !file.includes(name))).toEqual([]);
});

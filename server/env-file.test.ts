import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "./config.ts";
import { findMisspeltNames, findUnknownNames } from "./env-file.ts";

test("a misspelt name is reported with the closest setting", () => {
  expect(findUnknownNames(["SMTP_ULR", "PUBLICURL", "data_dir", "SOMETHING_ELSE"])).toEqual([
    "SMTP_ULR in .env is not a setting of Tessera and is ignored; did you mean SMTP_URL?",
    "PUBLICURL in .env is not a setting of Tessera and is ignored; did you mean PUBLIC_URL?",
    "data_dir in .env is not a setting of Tessera and is ignored; did you mean DATA_DIR?",
    "SOMETHING_ELSE in .env is not a setting of Tessera and is ignored; .env.example lists the settings",
  ]);
});

test("in the environment, where other programs have variables, only a name that is nearly a setting's is reported", () => {
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

test("settings and names of other software are not reported", () => {
  expect(findUnknownNames([...SETTING_NAMES, "AWS_ACCESS_KEY_ID", "NODE_OPTIONS", "TZ"])).toEqual([]);
});

test(".env.example names every setting and nothing else", async () => {
  const text = await readFile(".env.example", "utf8");
  const names = [...text.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([...SETTING_NAMES].sort());
});

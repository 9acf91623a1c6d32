import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "./config.ts";
import { findUnknownNames } from "./env-file.ts";

test("a misspelt name is reported with the closest setting", () => {
  expect(findUnknownNames(["SMTP_ULR", "PUBLICURL", "data_dir", "SOMETHING_ELSE"])).toEqual([
    "SMTP_ULR in .env is not a setting of Tessera and is ignored; did you mean SMTP_URL?",
    "PUBLICURL in .env is not a setting of Tessera and is ignored; did you mean PUBLIC_URL?",
    "data_dir in .env is not a setting of Tessera and is ignored; did you mean DATA_DIR?",
    "SOMETHING_ELSE in .env is not a setting of Tessera and is ignored; .env.example lists the settings",
  ]);
});

test("settings and names of other software are not reported", () => {
  expect(findUnknownNames([...SETTING_NAMES, "AWS_ACCESS_KEY_ID", "NODE_OPTIONS", "TZ"])).toEqual([]);
});

test(".env.example names every setting and nothing else", async () => {
  const text = await readFile(".env.example", "utf8");
  const names = [...text.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([...SETTING_NAMES].sort());
});

import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemsOf } from "../testing/config-problems.ts";
import { testFolder } from "../testing/temporary-folder.ts";
import { readConfig } from "./config.ts";
import { findUnknownNames } from "./env-file.ts";
import { SECRET_FILE_NAMES } from "./secret-files.ts";

const folder = testFolder();

async function file(name: string, text: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, text);
  await chmod(path, 0o400);
  return path;
}

const secret = "s".repeat(32);
const databaseUrl = "postgresql://tessera:secret@db.example/tessera";

test("reads secrets from files, without the line break at the end", async () => {
  const config = readConfig({
    DATABASE_URL_FILE: await file("url", databaseUrl),
    APP_SECRET_FILE: await file("secret", `${secret}\n`),
    SMTP_URL_FILE: await file("smtp", "smtps://user:word@mail.example\r\n"),
    STRIPE_SECRET_KEY_FILE: await file("key", "sk_test_of_the_file\n"),
  });
  expect(config).toMatchObject({
    databaseUrl,
    appSecret: secret,
    smtp: { host: "mail.example", password: "word" },
    stripe: { secretKey: "sk_test_of_the_file" },
  });
});

test("reports problems of files together with other problems, without any secret", async () => {
  const short = await file("short", "too short");
  const problems = problemsOf({
    PORT: "none",
    METRICS_TOKEN_FILE: join(folder.path, "absent"),
    APP_SECRET_FILE: short,
    SMTP_URL_FILE: folder.path,
    GOOGLE_CLIENT_SECRET_FILE: await file("empty", "\n"),
    STRIPE_SECRET_KEY_FILE: await file("long", "k".repeat(70_000)),
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: short,
  });
  const expected = [
    /^DATABASE_URL_FILE and DATABASE_URL are both set: remove one of them$/,
    /^SMTP_URL_FILE must name a file, such as \/run\/secrets\/name; .* is not a file$/,
    /^GOOGLE_CLIENT_SECRET_FILE must name a file with the secret; .* is empty$/,
    /^METRICS_TOKEN_FILE must name a file that this user can read: ENOENT/,
    /^STRIPE_SECRET_KEY_FILE must name a file with only the secret; .* is larger than 64 KB$/,
    /^PORT must be a whole number/,
    /^APP_SECRET must have at least 32 characters/,
  ];
  for (const line of expected) expect(problems).toContainEqual(expect.stringMatching(line));
  expect(problems).toHaveLength(expected.length);
  expect(problems.join()).not.toContain("too short");
});

test("treats an empty file name as not set, and accepts each such setting in .env", () => {
  expect(readConfig({ APP_SECRET_FILE: "", SMTP_URL_FILE: "" })).toEqual(readConfig({}));
  expect(findUnknownNames(SECRET_FILE_NAMES)).toEqual([]);
  expect(findUnknownNames(["APP_SECRT_FILE"])).toEqual([
    expect.stringMatching(/did you mean APP_SECRET_FILE\?/),
  ]);
});

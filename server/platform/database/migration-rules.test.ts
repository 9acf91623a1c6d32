import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkMigration } from "./migration-rules.test-kit.ts";
import { readMigrations } from "./migrations.ts";

const FOLDER = fileURLToPath(new URL("../../migrations/", import.meta.url));

test("accepts the migrations of this release, which lock no large table and break no earlier node", async () => {
  const problems = (await readMigrations(FOLDER)).flatMap(({ name, sql, compatibleFrom }) =>
    checkMigration({ sql, isMarked: compatibleFrom !== null }).map((problem) => `${name}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test("keeps only the newest snapshot of the schema, from which the next migration is derived", async () => {
  const copies = (await readdir(`${FOLDER}meta`)).filter((name) => name !== "_journal.json");
  const newest = (await readMigrations(FOLDER)).at(-1)?.name.slice(0, 4);
  expect(copies).toEqual([`${newest}_snapshot.json`]);
});

const check = (sql: string, isMarked = false) => checkMigration({ sql, isMarked });

test.each([
  ['ALTER TABLE "events" ADD CONSTRAINT "known" CHECK ("events"."event" in (\'play\'));', "NOT VALID"],
  ['ALTER TABLE "tiles" ADD CONSTRAINT "fk" FOREIGN KEY ("a") REFERENCES "public"."b"("id");', "NOT VALID"],
  [
    'ALTER TABLE "events" ADD CONSTRAINT "known" CHECK (true) NOT VALID;\nALTER TABLE "events" VALIDATE CONSTRAINT "known";',
    "in the next migration",
  ],
  ['CREATE INDEX "by_day" ON "events" USING btree ("created_at");', "CONCURRENTLY"],
  ['CREATE UNIQUE INDEX "by_day" ON "events_2026_11" ("id");', "CONCURRENTLY"],
  ['CREATE INDEX CONCURRENTLY "by_day" ON "orders" ("id");', "DROP INDEX CONCURRENTLY IF EXISTS"],
  [
    'DROP INDEX CONCURRENTLY IF EXISTS "a";\nCREATE INDEX CONCURRENTLY "a" ON "orders" ("id");\nALTER TABLE "orders" ADD COLUMN "b" text;',
    "a migration of its own",
  ],
  ['ALTER TABLE "orders" ADD CONSTRAINT "one" UNIQUE ("a");', "USING INDEX"],
  ['ALTER TABLE "orders" ADD COLUMN "key" uuid DEFAULT gen_random_uuid();', "rewrites the table"],
  ["update events set source = null;", "in batches"],
  ['ALTER TABLE "tiles" DROP COLUMN "title";', "in a later release"],
  ['ALTER TABLE "tiles" RENAME COLUMN "title" TO "name";', "in a later release"],
  ['DROP TABLE "feedback";', "in a later release"],
  ['ALTER TABLE "tiles" ALTER COLUMN "title" SET NOT NULL;', "without the column"],
  ['ALTER TABLE "tiles" ADD COLUMN "kind" text NOT NULL;', "without the new column"],
  ['ALTER TABLE "tiles" ALTER COLUMN "position" SET DATA TYPE bigint;', "of the new type"],
])("rejects a migration with %s", (sql, advice) => {
  expect(check(sql).join()).toContain(advice);
});

test.each([
  ['ALTER TABLE "tiles" ADD COLUMN "kind" text DEFAULT \'a\' NOT NULL;'],
  ['ALTER TABLE "events" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;'],
  ['ALTER TABLE "events" ADD CONSTRAINT "known" CHECK (true) NOT VALID;'],
  ['ALTER TABLE "events" VALIDATE CONSTRAINT "known";'],
  ['ALTER TABLE "events" DROP CONSTRAINT "known";'],
  [
    'ALTER TABLE "orders" ADD COLUMN "a" text;\nCREATE INDEX "b" ON "orders" USING btree ("a") WHERE "orders"."a" is not null;',
  ],
  ['CREATE TABLE "notes" ("id" bigint NOT NULL);\nCREATE INDEX "n" ON "notes" ("id");'],
  [
    'DROP INDEX CONCURRENTLY IF EXISTS "a";\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "a" ON "orders" ("id");',
  ],
  ["create function f() returns trigger as $$ begin update events set a = 1; end $$ language plpgsql;"],
])("accepts a migration with %s", (sql) => {
  expect(check(sql)).toEqual([]);
});

test("accepts a dropped column if the migration names the releases that do not use it", () => {
  expect(check('ALTER TABLE "tiles" DROP COLUMN "title";', true)).toEqual([]);
  expect(check('ALTER TABLE "tiles" ADD CONSTRAINT "a" CHECK (true);', true)).toHaveLength(1);
});

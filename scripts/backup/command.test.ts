import { expect, test } from "vitest";
import { AppError } from "../../server/platform/http/app-error.ts";
import { explain } from "./command.ts";

const refused = new Error("Connection refused by 127.0.0.1:9000");

test("a bucket that cannot be reached is not reported as the database", () => {
  expect(explain(refused)).toBe("The database cannot be used: Connection refused by 127.0.0.1:9000");
  expect(explain(new AppError(503, "storage.away", "Files are unavailable.", { cause: refused }))).toBe(
    "The bucket of STORAGE_URL cannot be used: Connection refused by 127.0.0.1:9000",
  );
});

import { expect, test } from "vitest";
import { storageErrors } from "../platform/storage/errors.ts";
import { BackupError } from "./backup-error.ts";
import { explain, kindOf } from "./explain.ts";

const refused = new Error("Connection refused by 127.0.0.1:9000");

test("does not report an unreachable bucket as the database", () => {
  expect(explain(refused)).toBe("The database cannot be used: Connection refused by 127.0.0.1:9000");
  expect(explain(storageErrors.away({ cause: refused }))).toBe(
    "The bucket of STORAGE_URL cannot be used: Connection refused by 127.0.0.1:9000",
  );
});

test("names the part that the operator has to check", () => {
  const withCode = (code: string) => Object.assign(new Error("as the system says"), { code });
  expect(kindOf(withCode("ENOSPC"))).toBe("room");
  expect(kindOf(withCode("EROFS"))).toBe("folder");
  expect(kindOf(refused)).toBe("database");
  expect(kindOf(new BackupError("There is no folder /backups.", "folder"))).toBe("folder");
  expect(kindOf(new Error("as nobody expected"))).toBe("other");
});

import { expect, test } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { ignoreNotFound } from "./ignore-not-found.ts";

test("deleting something that does not exist succeeds; other errors are thrown", async () => {
  await expect(ignoreNotFound(Promise.resolve())).resolves.toBeUndefined();
  await expect(ignoreNotFound(Promise.reject(new ApiError(404, undefined)))).resolves.toBeUndefined();
  await expect(ignoreNotFound(Promise.reject(new ApiError(500, undefined)))).rejects.toThrow();
  await expect(ignoreNotFound(Promise.reject(new ApiError(0, undefined)))).rejects.toThrow();
});

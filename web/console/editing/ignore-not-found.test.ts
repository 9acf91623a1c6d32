import { expect, test } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { ignoreNotFound } from "./ignore-not-found.ts";

test("deletes a missing item without an error, and throws other errors", async () => {
  await expect(ignoreNotFound(Promise.resolve())).resolves.toBeUndefined();
  await expect(ignoreNotFound(Promise.reject(new ApiError(404, undefined)))).resolves.toBeUndefined();
  await expect(ignoreNotFound(Promise.reject(new ApiError(500, undefined)))).rejects.toThrow();
  await expect(ignoreNotFound(Promise.reject(new ApiError(0, undefined)))).rejects.toThrow();
});

import { expect, test } from "vitest";
import { ApiError } from "../lib/api.ts";
import { unlessGone } from "./unless-gone.ts";

test("deleting what is gone already has worked, and no other failure has", async () => {
  await expect(unlessGone(Promise.resolve())).resolves.toBeUndefined();
  await expect(unlessGone(Promise.reject(new ApiError(404, undefined)))).resolves.toBeUndefined();
  await expect(unlessGone(Promise.reject(new ApiError(500, undefined)))).rejects.toThrow();
  await expect(unlessGone(Promise.reject(new ApiError(0, undefined)))).rejects.toThrow();
});

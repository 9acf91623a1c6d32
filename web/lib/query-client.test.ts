import { expect, test } from "vitest";
import { ApiError } from "./api.ts";
import { createQueryClient, SIGNS_IN } from "./query-client.ts";

test.each([
  ["reports a mutation that fails with 401 as the end of the session", undefined, 1],
  ["does not report a sign-in that fails with 401 as the end of the session", SIGNS_IN, 0],
] as const)("%s", async (_title, meta, times) => {
  let signedOut = 0;
  const client = createQueryClient({
    onSignedOut: () => {
      signedOut += 1;
    },
    onStale: () => {},
  });
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new ApiError(401, undefined)),
    ...(meta && { meta }),
  });
  await expect(mutation.execute(undefined)).rejects.toThrow(ApiError);
  expect(signedOut).toBe(times);
});

test("reports a response of another release instead of retrying", async () => {
  let reports = 0;
  const client = createQueryClient({
    onSignedOut: () => {},
    onStale: () => {
      reports += 1;
    },
  });
  for (const code of ["stale", "internal"]) {
    const error = new ApiError(200, { error: "x", code });
    const query = { queryKey: [code], queryFn: () => Promise.reject(error), retry: false };
    await expect(client.fetchQuery(query)).rejects.toBe(error);
  }
  expect(reports).toBe(1);
});

import { queryOptions } from "@tanstack/react-query";
import { accountDeletionRoutes } from "../../../../contract/api/account-deletion.ts";
import { accountExportRoutes } from "../../../../contract/api/account-exports.ts";
import { accountImportRoutes } from "../../../../contract/api/account-imports.ts";
import { request } from "../../../lib/api.ts";

/** The interval between requests of the state while an archive is exported or imported. */
const POLL_MS = 3_000;

export const exportsQuery = queryOptions({
  queryKey: ["account-exports"],
  queryFn: async ({ signal }) => (await request(accountExportRoutes.exports, { signal })).exports,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(({ state }) => state === "waiting") ? POLL_MS : false),
});

export const importsQuery = queryOptions({
  queryKey: ["account-imports"],
  queryFn: async ({ signal }) => (await request(accountImportRoutes.imports, { signal })).imports,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(({ state }) => state === "waiting") ? POLL_MS : false),
});

export const deletionQuery = queryOptions({
  queryKey: ["account-deletion"],
  queryFn: async ({ signal }) => (await request(accountDeletionRoutes.deletion, { signal })).deletion,
  // Another tab or an administrator may have changed the conditions.
  staleTime: 0,
});

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Route } from "../../../contract/api/route.ts";
import { ApiError, type RequestOptions, request } from "../../lib/api.ts";

/** The polling interval during sending. */
const POLL_MS = 2_000;

/** The interval at which emails are reloaded, or none once all are sent. */
export const whileQueued = (emails: readonly { queued: number }[] = []) =>
  emails.some(({ queued }) => queued > 0) ? POLL_MS : false;

/** The server's preview of an unsent email. The previous one stays visible until the next is loaded. */
export const previewQuery = <R extends Route>(name: string, route: R, options: RequestOptions<R>) =>
  queryOptions({
    queryKey: [name, options.body],
    queryFn: ({ signal }) => request(route, { ...options, signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });

/** True if the server refused an email because the same one was sent shortly before. */
export const isSentAlready = (error: Error | null): boolean =>
  error instanceof ApiError && error.body?.code === "marketing.sent_already";

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Route } from "../../../contract/api/route.ts";
import { ApiError, type RequestOptions, request } from "../../lib/api.ts";

/** How often the progress of an email is read while it is being sent. */
const POLL_MS = 2_000;

/** The interval at which emails are loaded again: none once all are sent. */
export const whileQueued = (emails: readonly { queued: number }[] = []) =>
  emails.some(({ queued }) => queued > 0) ? POLL_MS : false;

/** An email that is being written, as the server renders it. The previous one stays visible until the next is loaded. */
export const previewQuery = <R extends Route>(name: string, route: R, options: RequestOptions<R>) =>
  queryOptions({
    queryKey: [name, options.body],
    queryFn: ({ signal }) => request(route, { ...options, signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });

/** True when an email was not sent because the same one was a short time ago. */
export const isSentAlready = (error: Error | null): boolean =>
  error instanceof ApiError && error.body?.code === "marketing.sent_already";

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../../contract/texts.ts";
import { errorMessage } from "../lib/api.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ListQuery } from "./data-list.tsx";

export type LoadedProps<Data> = {
  query: ListQuery<Data> & { isFetching?: boolean };
  /** Shown if loading fails without a message from the server. */
  failure: string;
  label?: string;
  /** Placeholder shapes as classes. */
  shapes?: readonly string[];
  children: (data: Data) => ReactNode;
};

type LoadingProps<Data, Key extends QueryKey> = Omit<LoadedProps<Data>, "query"> & {
  query: UseQueryOptions<Data, Error, Data, Key>;
};

const SHAPES = ["h-5 w-2/3 rounded-md", "h-11 w-52 rounded-control"];

/** The content of a part of a page once it is loaded. */
export function Loading<Data, Key extends QueryKey>({ query, ...props }: LoadingProps<Data, Key>) {
  return <Loaded query={useQuery(query)} {...props} />;
}

/** The same for a query whose data is shown elsewhere as well. */
export function Loaded<Data>({
  query,
  failure,
  label = t("Loading"),
  shapes = SHAPES,
  children,
}: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <QueryFailure query={query} failure={failure} />;
  return (
    <div role="status" aria-label={label} className="grid gap-4">
      {shapes.map((shape) => (
        <Skeleton key={shape} className={shape} />
      ))}
    </div>
  );
}

/** Explains why a query has failed, and offers to retry, if it has. */
export function QueryFailure({ query, failure }: Pick<LoadedProps<unknown>, "query" | "failure">) {
  if (!query.error) return null;
  return (
    <LoadFailure onRetry={query.refetch} busy={query.isFetching}>
      {errorMessage(query.error, failure)}
    </LoadFailure>
  );
}

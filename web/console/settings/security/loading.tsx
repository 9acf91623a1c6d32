import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/api.ts";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { ListQuery } from "../../../widgets/data-list.tsx";

type LoadingProps<Data> = {
  query: ListQuery<Data> & { isFetching: boolean };
  /** Shown when loading fails and the server sent no text. */
  failure: string;
  children: (data: Data) => ReactNode;
};

/** The content of a section, once it is loaded. */
export function Loading<Data>({ query, failure, children }: LoadingProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return (
      <LoadFailure onRetry={query.refetch} busy={query.isFetching}>
        {errorMessage(query.error, failure)}
      </LoadFailure>
    );
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-5 w-2/3 rounded-md" />
      <Skeleton className="h-11 w-52 rounded-control" />
    </div>
  );
}

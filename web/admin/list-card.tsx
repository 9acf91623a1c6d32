import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { ApiError, errorMessage } from "../lib/api.ts";
import { meQuery } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { countPages, Pagination } from "../ui/pagination.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

type Paged = { total: number; page: number; pageSize: number };
type ListCardProps<Data extends Paged> = {
  id: string;
  title: string;
  /** One of what is listed, and many. */
  nouns: readonly [string, string];
  actions?: ReactNode;
  filter?: ReactNode;
  query: { data: Data | undefined; error: Error | null; isPlaceholderData: boolean; refetch: () => unknown };
  failure: string;
  empty: string;
  onPageChange: (page: number, options?: { replace: boolean }) => void;
  children: (data: Data) => ReactNode;
};

/** A list of the console in its states: on its way, failed, empty, or page by page. What was there stays when asking again fails. */
export function ListCard<Data extends Paged>(props: ListCardProps<Data>) {
  const { id, title, nouns, query, failure, empty, onPageChange } = props;
  const { data, error, isPlaceholderData } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const pages = data ? countPages(data) : 1;
  const isOutOfRange = data !== undefined && data.page > pages;
  const mustGoToLastPage = isOutOfRange && !isPlaceholderData;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was loaded can tell that the page is gone
  useEffect(() => {
    if (mustGoToLastPage) onPageChange(pages, { replace: true });
  }, [mustGoToLastPage]);
  const queryClient = useQueryClient();
  const isRefused = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    // Demoted meanwhile: who one is now decides what is shown.
    if (isRefused) void queryClient.invalidateQueries(meQuery);
  }, [isRefused, queryClient]);
  const goToPage = (next: number) => {
    onPageChange(next);
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "start" });
  };

  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-surface">
      <div className="grid grid-cols-1 gap-4 px-4 py-4 sm:px-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={id} ref={heading} tabIndex={-1} className="scroll-mt-4 text-xl">
            {title}
          </h2>
          {props.actions}
        </div>
        {props.filter}
      </div>
      {error && (
        <div className="px-4 pb-5 sm:px-5">
          <Alert
            tone="bad"
            role="alert"
            action={<Button onClick={() => void query.refetch()}>Try again</Button>}
          >
            {errorMessage(error, failure)}
          </Alert>
        </div>
      )}
      {data && !isOutOfRange ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
          {data.total === 0 ? (
            <p className="border-t border-line px-5 py-12 text-center font-semibold">{empty}</p>
          ) : (
            props.children(data)
          )}
          <Pagination
            title={title}
            nouns={nouns}
            total={data.total}
            page={data.page}
            pages={pages}
            onPageChange={goToPage}
          />
        </div>
      ) : (
        !error && <LoadingRows title={title} />
      )}
    </section>
  );
}

function LoadingRows({ title }: { title: string }) {
  return (
    <div role="status" aria-label={`Loading: ${title}`} className="grid gap-5 border-t border-line p-5">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-1/2 rounded-md" />
            <Skeleton className="h-4 w-1/3 rounded-md" />
          </div>
          <Skeleton className="h-9 w-20 rounded-control" />
        </div>
      ))}
    </div>
  );
}

import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { t } from "../../contract/texts.ts";
import { errorMessage } from "../lib/api.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import { countPages, Pagination } from "../ui/pagination.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export type Paged = { total: number; page: number; pageSize: number };

export type ListQuery<Data> = {
  data: Data | undefined;
  error: Error | null;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
};

type DataListProps<Data extends object, Row> = {
  id: string;
  title: string;
  /** For focusing the heading, for example after a row was deleted. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  query: ListQuery<Data>;
  rows: (data: Data) => readonly Row[];
  /** Shown if loading fails without a message from the server. */
  failure: string;
  /** Shown instead of rows if there are none. */
  empty: ReactNode;
  actions?: ReactNode;
  filter?: ReactNode;
  /** For lists with pages. */
  pages?: {
    /** Returns the number of items as text: `3 orders`. */
    countOf: (count: number) => string;
    onTurn: (to: { page: number }, options?: { replace: boolean }) => void;
  };
} & (
  | { item: (row: Row) => ReactNode }
  | {
      /** Renders all rows, for example as a table. */
      children: (rows: readonly Row[]) => ReactNode;
    }
);

const isPaged = (data: object): data is Paged => "pageSize" in data;

/** A list of the console in all its states: loading, failed, empty, rows, page out of range. Rows stay if a reload fails. */
export function DataList<Data extends object, Row>(props: DataListProps<Data, Row>) {
  const { id, title, query, pages } = props;
  const { data, error, isPlaceholderData = false } = query;
  const ownHeading = useRef<HTMLHeadingElement>(null);
  const heading = props.headingRef ?? ownHeading;
  const paged = data && isPaged(data) ? data : undefined;
  const lastPage = paged ? countPages(paged) : 1;
  const isOutOfRange = paged !== undefined && paged.page > lastPage;
  const mustTurnBack = isOutOfRange && !isPlaceholderData;
  const onTurn = pages?.onTurn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a loaded page can be out of range; a new callback is irrelevant
  useEffect(() => {
    if (mustTurnBack) onTurn?.({ page: lastPage }, { replace: true });
  }, [mustTurnBack]);

  const turnTo = (page: number) => {
    onTurn?.({ page });
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "start" });
  };

  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-clip rounded-card border border-line bg-surface"
    >
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
          <LoadFailure onRetry={query.refetch}>{errorMessage(error, props.failure)}</LoadFailure>
        </div>
      )}
      {data === undefined || isOutOfRange ? (
        !error && <LoadingRows title={title} />
      ) : (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "cursor-progress" : undefined}>
          <Rows {...props} rows={props.rows(data)} />
          {pages && paged && (
            <Pagination
              title={title}
              countOf={pages.countOf}
              total={paged.total}
              page={paged.page}
              pages={lastPage}
              onPageChange={turnTo}
            />
          )}
        </div>
      )}
    </section>
  );
}

type RowsProps<Row> = Pick<DataListProps<object, Row>, "empty"> & {
  rows: readonly Row[];
  item?: (row: Row) => ReactNode;
  children?: (rows: readonly Row[]) => ReactNode;
};

function Rows<Row>({ rows, empty, item, children }: RowsProps<Row>) {
  if (rows.length === 0)
    return (
      <div className="border-t border-line px-5 py-12 text-center">
        {typeof empty === "string" ? <p className="font-semibold">{empty}</p> : empty}
      </div>
    );
  return item ? <ul>{rows.map(item)}</ul> : children?.(rows);
}

type NothingProps = { title: string; children: ReactNode; action?: ReactNode };

/** Says that a list is empty, and what to do. */
export function Nothing({ title, children, action }: NothingProps) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-1">
      <p className="font-semibold">{title}</p>
      <p className="max-w-[46ch] text-balance text-muted">{children}</p>
      {/* A translated label may be longer than a phone is wide. */}
      {action && (
        <div className="mt-4 flex max-w-full flex-wrap justify-center gap-2.5 *:max-w-full *:whitespace-normal!">
          {action}
        </div>
      )}
    </div>
  );
}

function LoadingRows({ title }: { title: string }) {
  return (
    <div
      role="status"
      aria-label={t("Loading: {title}", { title })}
      className="grid gap-5 border-t border-line p-5"
    >
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

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeletedItem } from "../../../contract/api/deleted-items.ts";
import { RESTORE_DAYS } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { type Deletable, restore } from "./use-delete.ts";

/** The deleted items that can be restored. */
export function DeletedList({ kind }: { kind: Deletable<never> }) {
  const { data, isError, refetch } = useQuery({
    queryKey: [...kind.list, "deleted"],
    queryFn: async ({ signal }) => (await request(kind.routes.deleted, { signal })).items,
    // Includes items that another tab deleted.
    staleTime: 0,
  });
  if (isError && !data) return <LoadFailure onRetry={refetch}>{t("Couldn't load the list.")}</LoadFailure>;
  if (!data)
    return (
      <div role="status" aria-label={t("Loading")} className="grid gap-3">
        <Skeleton className="h-11 rounded-control" />
        <Skeleton className="h-11 rounded-control" />
      </div>
    );
  if (data.length === 0)
    return (
      <p className="text-muted">
        {t("Nothing was deleted in the last {days, plural, one {# day} other {# days}}.", {
          days: RESTORE_DAYS,
        })}
      </p>
    );
  return (
    <>
      <p className="text-muted">
        {t(
          "Restored with its place, pictures and statistics. After {days, plural, one {# day} other {# days}} it is deleted for good.",
          { days: RESTORE_DAYS },
        )}
      </p>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {data.map((item) => (
          <DeletedRow key={item.id} item={item} kind={kind} />
        ))}
      </ul>
    </>
  );
}

function DeletedRow({ item, kind }: { item: DeletedItem; kind: Deletable<never> }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({ mutationFn: () => restore(queryClient, kind, item) });
  return (
    <li className="flex items-center gap-3 py-3">
      {item.image_url !== null && (
        <img src={item.image_url} alt="" className="size-11 shrink-0 rounded-control object-cover" />
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-semibold">
          {item.name}
        </p>
        <p className="text-sm text-muted">
          {rich("Until {date}", { date: <Timestamp at={item.restorable_until} show="day" /> })}
        </p>
      </div>
      <Button busy={isPending} onClick={() => mutate()} aria-label={t("Restore {name}", { name: item.name })}>
        {t("Restore")}
      </Button>
    </li>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { DiscountSeries } from "../../../contract/api/discount-series.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { MAX_SERIES } from "../../../contract/rules/series-limits.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { DataList, Nothing } from "../../widgets/data-list.tsx";
import { FormDialog } from "../../widgets/form-dialog.tsx";
import { NewSeriesForm } from "./series-form.tsx";
import { seriesQuery, useDeleteSeries } from "./series-queries.ts";
import { SeriesTable } from "./series-table.tsx";

/** The creator's series of single-use codes. */
export function SeriesList() {
  const query = useQuery(seriesQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<DiscountSeries | null>(null);
  const isFull = query.data !== undefined && query.data.length >= MAX_SERIES;
  return (
    <>
      <DataList
        id="series-list"
        title={t("Series")}
        headingRef={heading}
        query={query}
        failure={t("Couldn't load your series.")}
        actions={
          <Button disabled={isFull} onClick={() => setCreating(true)}>
            {t("Create a series")}
          </Button>
        }
        filter={
          isFull && (
            <p className="text-sm text-muted">
              {rich("You have {maxSeries} series. Delete one to add another.", { maxSeries: MAX_SERIES })}
            </p>
          )
        }
        rows={(all) => all}
        empty={
          <Nothing title={t("No series yet.")}>
            {t(
              "Create up to 500 codes at once that each work once, for example for the press, and download them.",
            )}
          </Nothing>
        }
      >
        {(all) => <SeriesTable series={all} onDelete={setDeleted} />}
      </DataList>
      <FormDialog open={isCreating} title={t("Create a series")} onClose={() => setCreating(false)}>
        <NewSeriesForm onCreated={() => setCreating(false)} />
      </FormDialog>
      <DeleteDialog
        series={deleted}
        onClose={() => setDeleted(null)}
        onDeleted={() => {
          // In sequence: an open dialog would take the focus back.
          flushSync(() => setDeleted(null));
          heading.current?.focus();
        }}
      />
    </>
  );
}

type DeleteDialogProps = { series: DiscountSeries | null; onClose: () => void; onDeleted: () => void };

function DeleteDialog({ series, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteSeries();
  return (
    <ConfirmDialog
      open={series !== null}
      title={t("Delete this series?")}
      confirm={t("Delete series")}
      failure={t("Couldn't delete the series.")}
      work={remove}
      onConfirm={() => series && remove.mutate(series, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      {rich(
        "The codes of {name} stop working, {number} of them unused. Orders keep their discount. This cannot be undone.",
        {
          name: <Name>{series?.name}</Name>,
          number: formatNumber((series?.count ?? 0) - (series?.used ?? 0)),
        },
      )}
    </ConfirmDialog>
  );
}

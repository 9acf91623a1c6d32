import { discountSeriesRoutes } from "../../../contract/api/discount-series.ts";
import type { Database } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { sendCsv } from "../../platform/http/csv.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { findCreatorById } from "../creators/index.ts";
import { fileNameOf, presentSeries, writeCodes } from "./series-presenter.ts";
import { findSeries, listCodes, listSeries } from "./series-repository.ts";
import { addSeries, changeSeries, removeSeries } from "./series-service.ts";

type SeriesRouteDeps = { db: Database; publicUrl: string; hosts: Pick<Hosts, "mainOf"> };

export function registerSeriesRoutes(registerRoute: RegisterRoute, deps: SeriesRouteDeps): void {
  const { db, publicUrl, hosts } = deps;

  registerRoute(discountSeriesRoutes.list, async ({ viewer }) => {
    const rows = await listSeries(db, viewer.creatorId);
    return { series: rows.map(presentSeries) };
  });

  registerRoute(discountSeriesRoutes.create, async ({ viewer, body }) => {
    const row = await addSeries(deps, { creatorId: viewer.creatorId, input: body });
    return { series: presentSeries(row) };
  });

  registerRoute(discountSeriesRoutes.update, async ({ viewer, params, body }) => {
    const row = await changeSeries(deps, { creatorId: viewer.creatorId, id: params.id, patch: body });
    return { series: presentSeries(row) };
  });

  registerRoute(discountSeriesRoutes.remove, ({ viewer, params }) =>
    removeSeries(deps, { creatorId: viewer.creatorId, id: params.id }),
  );

  registerRoute(discountSeriesRoutes.export, async ({ viewer, params, request, reply }) => {
    const owner = { creatorId: viewer.creatorId, id: params.id };
    const series = await findSeries(db, owner).then(orNotFound("Series"));
    const { handle } = await findCreatorById(db, owner.creatorId).then(orNotFound("Series"));
    const lines = writeCodes(await listCodes(db, owner), {
      handle,
      publicUrl,
      own: hosts.mainOf(owner.creatorId),
    });
    return sendCsv({ request, reply }, { name: fileNameOf(series), lines });
  });
}

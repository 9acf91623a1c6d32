import { domainRoutes } from "../../../contract/api/domains.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { DomainDeps } from "./deps.ts";
import { presentDomain } from "./presenter.ts";
import { type DomainRow, listDomains } from "./repository.ts";
import { addDomain, changeDomain, checkOwnDomain, removeDomain } from "./service.ts";

export function registerDomainRoutes(registerRoute: RegisterRoute, deps: DomainDeps): void {
  const present = async (row: DomainRow) => ({ domain: await presentDomain(row, deps.own) });

  registerRoute(domainRoutes.list, async ({ viewer }) => {
    const rows = await listDomains(deps.db, viewer.creatorId);
    return {
      available: deps.own !== undefined,
      domains: await Promise.all(rows.map((row) => presentDomain(row, deps.own))),
    };
  });

  registerRoute(domainRoutes.add, async ({ viewer, body }) =>
    present(await addDomain(deps, { viewer, name: body.name })),
  );

  registerRoute(domainRoutes.check, async ({ viewer, params }) =>
    present(await checkOwnDomain(deps, { creatorId: viewer.creatorId, id: params.id })),
  );

  registerRoute(domainRoutes.change, async ({ viewer, params, body }) =>
    present(await changeDomain(deps, { creatorId: viewer.creatorId, id: params.id, change: body })),
  );

  registerRoute(domainRoutes.remove, ({ viewer, params }) =>
    removeDomain(deps, { creatorId: viewer.creatorId, id: params.id }),
  );
}

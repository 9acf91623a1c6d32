import { blockRoutes } from "../../../contract/api/blocks.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { addBlock, getBlocks, removeBlock } from "./blocks.ts";
import type { ModerationDeps } from "./deps.ts";

export function registerBlockRoutes(registerRoute: RegisterRoute, deps: Pick<ModerationDeps, "db">): void {
  registerRoute(blockRoutes.blocks, ({ query }) => getBlocks(deps.db, query));
  registerRoute(blockRoutes.addBlock, async ({ viewer, body }) => ({
    block: await addBlock(deps, { actorId: viewer.userId, input: body }),
  }));
  registerRoute(blockRoutes.removeBlock, async ({ viewer, params }) => {
    await removeBlock(deps, { actorId: viewer.userId, id: params.id });
    return undefined;
  });
}

import type { Plans } from "../../../contract/rules/plans.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { ApiKeys } from "../api-keys/index.ts";
import type { Audience } from "../audience/index.ts";
import type { Files } from "../files/index.ts";
import type { Privacy } from "../privacy/index.ts";
import type { Products } from "../products/index.ts";
import type { Webhooks } from "../webhooks/index.ts";

export type AccountDataDeps = Pick<
  Infrastructure,
  "clock" | "db" | "derive" | "disk" | "jobs" | "limits" | "log" | "mails" | "pageInvalidations" | "storage"
> & {
  publicUrl: string;
  plans: Plans;
  /** The maximum size of an upload in bytes. */
  maxUploadBytes: number;
  apiKeys: Pick<ApiKeys, "listKeysOf">;
  audience: Pick<
    Audience,
    "hasLetter" | "hasSent" | "importLetter" | "importMembers" | "importSent" | "listLettersOf" | "listSentOf"
  >;
  files: Pick<Files, "openStored" | "sendStored" | "storeUpload">;
  privacy: Pick<Privacy, "deleteAccount" | "endSales">;
  webhooks: Pick<Webhooks, "listEndpointsOf">;
  products: Pick<Products, "completeImport" | "importProduct">;
};

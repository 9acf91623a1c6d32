import type { z } from "zod";
import type { AcceptedVersion } from "../../../contract/api/site-documents.ts";
import type { listAcceptances } from "./repository.ts";

type Acceptance = Awaited<ReturnType<typeof listAcceptances>>[number];

export const presentAcceptance = ({
  document,
  version,
  language,
  acceptedAt,
}: Acceptance): z.input<typeof AcceptedVersion> => ({
  document,
  version,
  language,
  accepted_at: acceptedAt.toISOString(),
});

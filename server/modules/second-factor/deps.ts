import type { Site } from "../../../contract/rules/site.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { SignInBrowser } from "../accounts/index.ts";

export type SecondFactorDeps = Pick<
  Infrastructure,
  "clock" | "db" | "derive" | "limits" | "log" | "mails" | "sealer"
> & {
  browser: SignInBrowser;
  publicUrl: string;
  site: Site;
  /** Whether administrators must have a second factor. */
  requireAdmin2fa: boolean;
};

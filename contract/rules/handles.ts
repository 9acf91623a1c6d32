import { boundedText, fieldMessages } from "./fields.ts";
import { limits } from "./limits.ts";

/** Names that could be confused with a route, an email or a role. */
const RESERVED_HANDLES: ReadonlySet<string> = new Set(
  `about account accounts admin administrator analytics api app assets auth billing blog callback checkout config
  connect contact creator creators dashboard demo download downloads email error favicon feedback files google healthz
  help home index legal login logout mail marketing me mod moderator new null official order orders owner pay payment
  payments postmaster press pricing privacy product products profile public readyz register root sandbox security
  settings sign-in sign-up signin signup sitemap staff static status storefront stripe support system team terms tessera
  tile tiles tip tips undefined upload uploads user users verify webhook webmaster www`.split(/\s+/),
);

export function isReservedHandle(handle: string): boolean {
  return RESERVED_HANDLES.has(handle.toLowerCase());
}

const { min, max } = limits.handle;
const RULE = fieldMessages.handle({ min, max });

/** A handle in any letter case; stored in lower case. */
export const Handle = boundedText(RULE, max)
  .trim()
  .regex(new RegExp(`^[A-Za-z0-9_-]{${min},${max}}$`))
  .toLowerCase()
  .refine((handle) => !isReservedHandle(handle), { error: fieldMessages.reservedHandle });

import { fieldMessages } from "./fields.ts";
import { limits } from "./limits.ts";
import { identifierOf } from "./meanings.ts";
import { textOf } from "./text-fields.ts";

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

/** A URL with a path, with or without its scheme. */
const URL_OF_PAGE = /^(?:https?:\/\/)?[^\s/]+\.[^\s/]+\//i;

/** Returns the handle in a typed or pasted text, without a preceding @ or URL. */
export function handleOf(typed: string): string {
  const text = identifierOf(typed);
  const [path = ""] = text.split(/[?#]/, 1);
  const name = URL_OF_PAGE.test(text) ? path.split("/").filter(Boolean).at(-1) : text;
  return (name ?? "").replace(/^@+/, "");
}

const handleText = textOf("identifier", handleOf);

/** A handle in any letter case, which becomes lower case. */
export const Handle = handleText(RULE, max)
  .regex(new RegExp(`^[A-Za-z0-9_-]{${min},${max}}$`))
  .toLowerCase()
  .refine((handle) => !isReservedHandle(handle), { error: fieldMessages.reservedHandle });

/** Returns false for text that cannot be a handle. Accepts reserved handles, because the demo creator has one. */
export const isPossibleHandle = (text: string): boolean =>
  isReservedHandle(text) || Handle.safeParse(text).data === text.toLowerCase();

import type { accountRoutes } from "../../contract/api/accounts.ts";
import type { audienceRoutes } from "../../contract/api/audience.ts";
import type { checkoutRoutes } from "../../contract/api/checkout.ts";
import type { BodyOf, ResponseOf, Route } from "../../contract/api/route.ts";
import { firstMessage } from "../../contract/rules/rules.ts";

/** A failed request, with the text to show. */
export class RequestError extends Error {}

/** Returns the server's error text, or the fallback. */
export function failureText(error: unknown, fallback: string): string {
  return (error instanceof RequestError && error.message) || fallback;
}

/** The header that asks for errors in the language of this page. */
export const inPageLanguage = () => ({ "Content-Language": document.documentElement.lang });

type PostRequest<R extends Route> = { path: R["path"]; params?: Record<string, string>; body?: BodyOf<R> };

/** Sends a request without the contract's schemas, which are too large for public pages. `request` of `web/lib` parses responses. */
async function post<R extends Route>({ path, params = {}, body }: PostRequest<R>): Promise<unknown> {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const response = await fetch(url, {
    method: "POST",
    headers: { ...inPageLanguage(), ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const result: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (!response.ok) throw new RequestError(firstMessage(toErrorBody(result), ""));
  return result;
}

async function postForText<R extends Route>(
  request: PostRequest<R> & { field: keyof ResponseOf<R> & string },
): Promise<string> {
  const url = textAt(await post<R>(request), request.field);
  if (url === undefined) throw new RequestError("");
  return url;
}

/** Starts the checkout of a tile or product and returns its URL. */
export function startCheckout(item: BodyOf<(typeof checkoutRoutes)["create"]>): Promise<string> {
  return postForText<(typeof checkoutRoutes)["create"]>({
    path: "/api/public/checkout",
    body: item,
    field: "mockCheckoutUrl",
  });
}

/** Requests the token of a signup tile's form. */
export function openSignup(tileId: number): Promise<string> {
  return postForText<(typeof audienceRoutes)["openForm"]>({
    path: "/api/public/signups/form",
    body: { tileId },
    field: "token",
  });
}

/** Signs up for a creator's emails. */
export async function signUp(body: BodyOf<(typeof audienceRoutes)["signUp"]>): Promise<void> {
  await post<(typeof audienceRoutes)["signUp"]>({ path: "/api/public/signups", body });
}

export async function logOut(): Promise<void> {
  await post<(typeof accountRoutes)["logout"]>({ path: "/api/auth/logout" });
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function textAt(value: unknown, key: string): string | undefined {
  const text = valueAt(value, key);
  return typeof text === "string" ? text : undefined;
}

/** Returns the displayable parts of an error response, if it has the contract's shape. */
function toErrorBody(result: unknown) {
  const fields = valueAt(valueAt(result, "details"), "fieldErrors");
  const messages = typeof fields === "object" && fields !== null ? Object.values(fields).flat() : [];
  const shown = messages.filter((message): message is string => typeof message === "string");
  const forms = valueAt(valueAt(result, "details"), "formErrors");
  return {
    error: textAt(result, "error"),
    details: {
      fieldErrors: { field: shown },
      formErrors: Array.isArray(forms)
        ? forms.filter((text): text is string => typeof text === "string")
        : [],
    },
  };
}

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;

/** Returns the error for a body that the library would not refuse: a batch, which this protocol has not, or a subscription, whose answer never ends. */
export function refusalOf(body: unknown) {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return error(null, INVALID_REQUEST, "A request has one message, and it is an object.");
  if (!("method" in body && body.method === "subscriptions/listen")) return undefined;
  const id = "id" in body && (typeof body.id === "string" || typeof body.id === "number") ? body.id : null;
  return error(id, METHOD_NOT_FOUND, "There is nothing to listen to.");
}

const error = (id: string | number | null, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

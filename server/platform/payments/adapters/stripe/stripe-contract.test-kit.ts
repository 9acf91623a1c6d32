import { findDeclared, readModule, type Scope, type TypeNode } from "./stripe-types.test-kit.ts";

/** The names of Stripe's types for the parameters and the response of each request that Tessera makes. */
const REQUESTS: { call: RegExp; file: string; params: string; response?: string }[] = [
  session("POST ", "Create"),
  session("GET ", "List"),
  session("GET /[\\w-]+", "Retrieve"),
  session("POST /[\\w-]+/expire", "Expire"),
  v1("POST /v1/refunds", "Refunds", "RefundCreateParams", "Refund"),
  v1("GET /v1/refunds", "Refunds", "RefundListParams"),
  v1("GET /v1/balance", "Balance", "BalanceRetrieveParams"),
  v1("GET /v1/payouts", "Payouts", "PayoutListParams"),
  v1("GET /v1/disputes", "Disputes", "DisputeListParams"),
  v1("GET /v1/application_fees/\\w+/refunds", "ApplicationFees", "ApplicationFeeListRefundsParams"),
  v1("POST /v1/application_fees/\\w+/refunds", "ApplicationFees", "ApplicationFeeCreateRefundParams"),
  v1("GET /v1/products/\\w+", "Products", "ProductRetrieveParams", "Product"),
  v1("GET /v1/prices", "Prices", "PriceListParams"),
  v1("GET /v1/prices/\\w+", "Prices", "PriceRetrieveParams"),
  v1("GET /v1/subscriptions/\\w+", "Subscriptions", "SubscriptionRetrieveParams", "Subscription"),
  v1("DELETE /v1/subscriptions/\\w+", "Subscriptions", "SubscriptionCancelParams"),
  v1("GET /v1/subscription_items", "SubscriptionItems", "SubscriptionItemListParams"),
  v1("GET /v1/account", "Accounts", "AccountRetrieveCurrentParams"),
  v1("GET /v1/accounts/\\w+", "Accounts", "AccountRetrieveParams"),
  v1("POST /v1/accounts/\\w+/login_links", "Accounts", "AccountCreateLoginLinkParams"),
  v1("POST /v1/account_sessions", "AccountSessions", "AccountSessionCreateParams"),
  v1("POST /v1/billing_portal/sessions", "BillingPortal/Sessions", "BillingPortal.SessionCreateParams"),
  v1("GET /v1/webhook_endpoints", "WebhookEndpoints", "WebhookEndpointListParams"),
  v1("GET /v1/events", "Events", "EventListParams"),
  v2("POST /v2/core/accounts", "Accounts", "AccountCreateParams"),
  v2("GET /v2/core/accounts", "Accounts", "AccountListParams"),
  v2("GET /v2/core/accounts/\\w+", "Accounts", "AccountRetrieveParams"),
  v2("POST /v2/core/accounts/\\w+/close", "Accounts", "AccountCloseParams"),
  v2("POST /v2/core/account_links", "AccountLinks", "AccountLinkCreateParams"),
  v2("GET /v2/core/event_destinations", "EventDestinations", "EventDestinationListParams"),
];

function v1(call: string, file: string, params: string, response?: string) {
  return {
    call: new RegExp(`^${call}$`),
    file: `resources/${file}.d.ts`,
    params,
    ...(response && { response }),
  };
}
function session(call: string, verb: string) {
  const [method, path = ""] = call.split(" ");
  const pattern = `${method} /v1/checkout/sessions${path}`;
  return v1(pattern, "Checkout/Sessions", `Checkout.Session${verb}Params`, "Session");
}
function v2(call: string, file: string, params: string) {
  return v1(call, `V2/Core/${file}`, `V2.Core.${params}`);
}

export type Problem = {
  code: "parameter_unknown" | "parameter_missing" | "parameter_invalid_empty" | "parameter_invalid";
  param: string;
};
type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

/** Returns the problems that Stripe's types find in a request. Without `json` it is a form: numbers and booleans are text, and an empty text unsets a field. */
export function contractProblems(
  call: string,
  { fields, json }: { fields: Record<string, string>; json?: unknown },
): Problem[] {
  const found = REQUESTS.find((request) => request.call.test(call));
  if (!found) return [{ code: "parameter_unknown", param: call }];
  const scope = readModule(found.file);
  const value = json === undefined ? nest(fields) : (json as Value);
  const type: TypeNode = { kind: "name", path: found.params.split("."), typeArguments: [] };
  const problems = problemsOf({ type, scope }, value, { param: "", isForm: json === undefined });
  const expand = Object.entries(fields).flatMap(([name, path]) => (/^expand\[/.test(name) ? [path] : []));
  return [...problems, ...expand.flatMap((path) => expandProblems(found, path))];
}

/** Converts a form such as `a[b][0]=c` to objects and lists. */
function nest(fields: Record<string, string>): Value {
  const root: { [name: string]: Value } = {};
  for (const [name, value] of Object.entries(fields)) {
    const path = name.split(/\[|\]\[|\]/).filter((part, at) => at === 0 || part !== "");
    let node = root;
    for (const part of path.slice(0, -1)) {
      const inner = node[part];
      const next = inner !== undefined && isRecord(inner) ? inner : {};
      node[part] = next;
      node = next;
    }
    node[path.at(-1) ?? ""] = value;
  }
  return root;
}

type Typed = { type: TypeNode; scope: Scope };
type Place = { param: string; isForm: boolean };

/** Resolves a name to a basic type, a list, or a declared type. */
function resolve({ type, scope }: Typed): Typed {
  if (type.kind !== "name") return { type, scope };
  const name = type.path.join(".");
  if (BASIC.has(name) || name === "Array") return { type, scope };
  if (name === "Emptyable") {
    const members: TypeNode[] = [
      { kind: "literal", value: "" },
      { kind: "literal", value: null },
      ...type.typeArguments,
    ];
    return { type: { kind: "union", members }, scope };
  }
  const [declared, where] = findDeclared(scope, type.path);
  return resolve({ type: declared, scope: where });
}

const BASIC = new Map<string, (value: Value, isForm: boolean) => boolean>([
  ["string", (value) => typeof value === "string"],
  ["number", (value, isForm) => (isForm ? /^-?\d+$/.test(String(value)) : typeof value === "number")],
  [
    "boolean",
    (value, isForm) => (isForm ? /^(true|false)$/.test(String(value)) : typeof value === "boolean"),
  ],
  ["Decimal", (value) => /^-?\d+(\.\d+)?$/.test(String(value))],
  // The library marks lists of values as open. Undocumented values are refused nevertheless.
  ["OtherString", () => false],
]);

function problemsOf(typed: Typed, value: Value, place: Place): Problem[] {
  const { type, scope } = resolve(typed);
  const { param, isForm } = place;
  const invalid: Problem[] = [{ code: "parameter_invalid", param }];
  if (type.kind === "union") {
    if (value === "" && isForm && !type.members.some((one) => one.kind === "literal" && one.value === "")) {
      return [{ code: "parameter_invalid_empty", param }];
    }
    const each = type.members.map((member) => problemsOf({ type: member, scope }, value, place));
    return each.sort((one, other) => one.length - other.length)[0] ?? [];
  }
  if (type.kind === "literal") return value === type.value ? [] : invalid;
  if (isForm && value === "") return [{ code: "parameter_invalid_empty", param }];
  if (type.kind === "name") {
    const isOfType = BASIC.get(type.path.join("."));
    if (isOfType) return isOfType(value, isForm) ? [] : invalid;
    const [item] = type.typeArguments;
    const items = isForm && isRecord(value) ? Object.values(value) : value;
    if (!item || !Array.isArray(items)) return invalid;
    return items.flatMap((one, at) =>
      problemsOf({ type: item, scope }, one, { isForm, param: `${param}[${at}]` }),
    );
  }
  if (type.kind !== "object" || !isRecord(value)) return invalid;
  return objectProblems({ type, scope }, value, place);
}

function objectProblems(
  typed: { type: TypeNode & { kind: "object" }; scope: Scope },
  value: { [name: string]: Value },
  { param, isForm }: Place,
): Problem[] {
  const named = (name: string) => (param ? `${param}[${name}]` : name);
  const members = membersOf(typed);
  const { index } = typed.type;
  const given = Object.entries(value).flatMap(([name, one]): Problem[] => {
    const member = members.get(name);
    const place = { param: named(name), isForm };
    if (member) return problemsOf(member, one, place);
    if (!index) return [{ code: "parameter_unknown", param: named(name) }];
    return problemsOf({ type: index, scope: typed.scope }, one, { ...place, isForm: false });
  });
  const missing = [...members].filter(([name, { isOptional }]) => !isOptional && !(name in value));
  return [...given, ...missing.map(([name]): Problem => ({ code: "parameter_missing", param: named(name) }))];
}

/** The members of an object type and of the types that it extends. */
function membersOf({ type, scope }: { type: TypeNode & { kind: "object" }; scope: Scope }) {
  const members = new Map<string, Typed & { isOptional: boolean }>();
  for (const base of type.bases) {
    const found = resolve({ type: base, scope });
    if (found.type.kind !== "object") continue;
    for (const [name, member] of membersOf({ type: found.type, scope: found.scope }))
      members.set(name, member);
  }
  for (const [name, { type: own, isOptional }] of type.members)
    members.set(name, { type: own, scope, isOptional });
  return members;
}

const isRecord = (value: Value): value is { [name: string]: Value } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Checks that each part of an expanded path is an expandable field of the response, on four levels at most. */
function expandProblems({ file, response }: (typeof REQUESTS)[number], path: string): Problem[] {
  const refused: Problem[] = [{ code: "parameter_invalid", param: `expand: ${path}` }];
  const parts = path.split(".");
  if (!response || parts.length > 4) return refused;
  let at: Typed = { type: { kind: "name", path: [response], typeArguments: [] }, scope: readModule(file) };
  for (const part of parts) {
    const { type, scope } = resolve(at);
    const member = type.kind === "object" ? membersOf({ type, scope }).get(part) : undefined;
    if (!member) return refused;
    const members = member.type.kind === "union" ? member.type.members : [member.type];
    const isList = members.some((one) => one.kind === "name" && one.path[0] === "ApiList");
    const isId = members.some((one) => one.kind === "name" && one.path[0] === "string");
    const object = members.find((one) => one.kind === "name" && !BASIC.has(one.path[0] ?? ""));
    if (!object || !(isId || isList)) return refused;
    at = { type: object, scope: member.scope };
  }
  return [];
}

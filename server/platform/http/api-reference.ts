import { escapeHtml } from "../../../contract/rules/html.ts";
import { brandVariables } from "./error-page.ts";

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
};
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
/** The parts of our OpenAPI document that the reference shows. */
export type ApiDocument = {
  info: { title: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const START = "/api/docs";

/** Returns the list of all operations by group, as a page that works without scripts. */
export function referenceStart(document: ApiDocument): string {
  const groups = document.tags.map(({ name, description }) => {
    const rows = operationsOf(document, name).map(
      ({ method, path, operation }) =>
        `<li><a href="${START}/${name}#${operation.operationId}">${escapeHtml(operation.summary)}</a> <code>${method} ${escapeHtml(path)}</code></li>`,
    );
    return `<section><h2><a href="${START}/${name}">${titleOf(name)}</a></h2><p>${escapeHtml(description)}</p><ul>${rows.join("")}</ul></section>`;
  });
  const about = `<p>Every operation of this site's API. Programs send an API key as <code>Authorization: Bearer</code>. <a href="/api/openapi.json">OpenAPI document</a></p>`;
  return page(document, "API", `${about}${groups.join("")}`);
}

/** Returns the page of a group with its operations and the entities that they name, or undefined for an unknown group. */
export function referenceGroup(document: ApiDocument, group: string): string | undefined {
  const tag = document.tags.find(({ name }) => name === group);
  if (!tag) return undefined;
  const named = new Set<string>();
  const operations = operationsOf(document, group).map((found) => describeOperation(found, named));
  const entities: string[] = [];
  // An entity may name others, which the loop then reaches, too.
  for (const name of named) {
    const schema = document.components.schemas[name];
    if (schema)
      entities.push(`<section id="entity-${name}"><h2>${name}</h2>${fields(schema, named)}</section>`);
  }
  const back = `<p><a href="${START}">All operations</a></p><p>${escapeHtml(tag.description)}</p>`;
  return page(document, titleOf(group), `${back}${operations.join("")}${entities.join("")}`);
}

/** Returns the heading of a group: "API keys" for `api-keys`. */
const titleOf = (group: string): string =>
  (group.charAt(0).toUpperCase() + group.slice(1))
    .replaceAll("-", " ")
    .replace(/^(?:Api|Mcp)\b/, (word) => word.toUpperCase());

type Found = { method: string; path: string; operation: Operation };

const operationsOf = ({ paths }: ApiDocument, group: string): Found[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(group))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

function describeOperation({ method, path, operation }: Found, named: Set<string>): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const given = parameters.map(({ name, required, schema, ...parameter }) =>
    row(name, `${typeOf(schema, named)}, ${parameter.in}`, required, parameter.description),
  );
  const body = Object.values(requestBody?.content ?? {})[0];
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return `<section id="${operationId}"><h2>${escapeHtml(summary)}</h2><p><code>${method} ${escapeHtml(path)}</code></p>${paragraph(description)}${
    given.length > 0 ? `<h3>Parameters</h3><dl>${given.join("")}</dl>` : ""
  }${body ? `<h3>Body</h3>${fields(body.schema, named)}` : ""}${
    body?.example
      ? `<h3>Example</h3><pre tabindex="0">${escapeHtml(JSON.stringify(body.example, null, 2))}</pre>`
      : ""
  }${answers
    .map(([status, answer]) => {
      const [type, content] = Object.entries(answer.content ?? {})[0] ?? [];
      const shown = content && type === "application/json" ? fields(content.schema, named) : paragraph(type);
      return `<h3>Response ${status}</h3>${shown}`;
    })
    .join("")}<details><summary>Errors</summary><dl>${errors
    .map(([status, { description: reason }]) => `<dt>${status}</dt><dd>${text(reason)}</dd>`)
    .join("")}</dl></details></section>`;
}

/** Lists the fields of an object, or names any other type. */
function fields(schema: Schema, named: Set<string>): string {
  if (!schema.properties) return `<p>${typeOf(schema, named)}</p>`;
  const rows = Object.entries(schema.properties).map(([name, field]) =>
    row(name, typeOf(field, named), schema.required?.includes(name) ?? false),
  );
  return `<dl>${rows.join("")}</dl>`;
}

const row = (name: string, type: string, isRequired: boolean, description?: string) =>
  `<dt><code>${escapeHtml(name)}</code></dt><dd>${type}${isRequired ? "" : ", optional"}${description ? `. ${text(description)}` : ""}</dd>`;

/** Describes a type in words and notes the entities that it names. */
function typeOf(schema: Schema, named: Set<string>): string {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    named.add(name);
    return `<a href="#entity-${name}">${name}</a>`;
  }
  if (schema.enum)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" or ");
  if (schema.const !== undefined) return `<code>${escapeHtml(String(schema.const))}</code>`;
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts) return [...new Set(parts.map((part) => typeOf(part, named)))].join(" or ");
  if (schema.items) return `list of ${typeOf(schema.items, named)}`;
  if (schema.properties) {
    const inner = Object.entries(schema.properties).map(
      ([name, field]) => `<code>${escapeHtml(name)}</code> ${typeOf(field, named)}`,
    );
    return `{ ${inner.join("; ")} }`;
  }
  const type = [schema.type ?? "any value"].flat().join(" or ");
  return [
    schema.format ? `${type} (${schema.format})` : type,
    schema.maxLength && `at most ${schema.maxLength}`,
  ]
    .filter(Boolean)
    .join(", ");
}

const paragraph = (words: string | undefined) => (words ? `<p>${text(words)}</p>` : "");
/** Escapes words whose codes stand between backticks. */
const text = (words: string) => escapeHtml(words).replace(/`([^`]+)`/g, "<code>$1</code>");

function page({ info }: ApiDocument, title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title} · ${escapeHtml(info.title)}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
}

const STYLE = [
  `:root{${brandVariables("light")}}@media(prefers-color-scheme:dark){:root{${brandVariables("dark")}}}`,
  "body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}",
  "main{max-width:48rem;margin:0 auto;padding:24px}h1{font-size:30px;line-height:1.15}h2{margin:40px 0 8px;font-size:20px}h3{margin:20px 0 4px;font-size:16px}",
  "a{color:inherit;text-underline-offset:3px}code,pre{font-family:ui-monospace,monospace;font-size:14px}li{margin:8px 0}ul{padding-inline-start:20px}",
  "dl{display:grid;gap:2px 16px;margin:8px 0}dd{margin:0 0 8px;color:var(--muted)}@media(min-width:640px){dl{grid-template-columns:14rem 1fr}}",
  "pre{overflow-x:auto;padding:12px;border:1px solid var(--muted);border-radius:12px}summary{min-height:44px;line-height:44px;cursor:pointer}",
  "a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--primary);outline-offset:2px}",
].join("");

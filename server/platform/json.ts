/** Deeper than any body, archive or response that is read here. */
export const MAX_JSON_DEPTH = 32;
const MAX_LENGTH = 1024 * 1024;
/** The number of objects and lists that every text may have, and the characters of text required for each further one: `[{},{},…]` takes twenty times its own size in memory. */
const FREE_CONTAINERS = 1000;
const CHARACTERS_PER_CONTAINER = 16;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Parses JSON from outside of this process. Throws a SyntaxError before a text takes much more memory than its own length. */
export function parseJson(text: string, maxLength = MAX_LENGTH): unknown {
  requireBoundedJson(text, maxLength);
  return JSON.parse(text);
}

/** Throws a SyntaxError for JSON that is too long, too deep, or mostly brackets. */
export function requireBoundedJson(text: string, maxLength = MAX_LENGTH): void {
  if (text.length > maxLength) throw new SyntaxError("the JSON is too long");
  const maxContainers = FREE_CONTAINERS + text.length / CHARACTERS_PER_CONTAINER;
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (CLOSING.has(code)) depth--;
    else if (OPENING.has(code)) {
      depth++;
      containers++;
      if (depth > MAX_JSON_DEPTH) throw new SyntaxError("the JSON is too deep");
      if (containers > maxContainers) throw new SyntaxError("the JSON has too many objects");
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** Reads the body of a response. Throws when it is too long. */
export async function readText(response: Response, maxBytes = MAX_LENGTH): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error("the response is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

import { isHttpUrl } from "../../../contract/rules/url-fields.ts";

/** The text of a text area, and its selection. */
export type Selected = { text: string; start: number; end: number };

/** A replacement in the text, and the new selection, counted from the start of the replaced part. */
export type Edit = { from: number; to: number; insert: string; select: readonly [number, number] };

/** Toggles bold (`**`) or italic (`*`) for the selection, line by line. */
export function toggleStyle({ text, start, end }: Selected, sign: "**" | "*"): Edit {
  const { length } = sign;
  const isOutside = hasSign(text.slice(0, start), sign, "end") && hasSign(text.slice(end), sign, "start");
  const chosen = text.slice(start, end);
  if (isOutside)
    return { from: start - length, to: end + length, insert: chosen, select: [0, chosen.length] };
  if (chosen.trim() === "") {
    const insert = sign + chosen + sign;
    return { from: start, to: end, insert, select: [length, length + chosen.length] };
  }
  const lines = chosen.split("\n").map((line) => {
    const [, before = "", content = "", after = ""] =
      /^(\s*(?:#{1,3} |[-*•] |\d{1,6}[.)] )?)(.*?)(\s*)$/.exec(line) ?? [];
    return { before, content, after };
  });
  const filled = lines.filter(({ content }) => content !== "");
  const isStyled = filled.every(
    ({ content }) =>
      content.length > 2 * length && hasSign(content, sign, "start") && hasSign(content, sign, "end"),
  );
  const styled = (content: string) => {
    if (content === "") return "";
    return isStyled ? content.slice(length, -length) : sign + content + sign;
  };
  const insert = lines.map(({ before, content, after }) => before + styled(content) + after).join("\n");
  return { from: start, to: end, insert, select: [0, insert.length] };
}

/** Two signs are bold, not italic twice; three are both. */
function hasSign(text: string, sign: "**" | "*", side: "start" | "end"): boolean {
  const [signs = ""] = (side === "start" ? /^\**/ : /\**$/).exec(text) ?? [];
  return sign === "**" ? signs.length >= 2 : signs.length % 2 === 1;
}

const PREFIX = /^\s*(?:#{1,3} |> |[-*•] |\d{1,6}[.)] )?/;

/** Toggles list items (`- `) or headings (`# `) for the selected lines. */
export function toggleLines({ text, start, end }: Selected, prefix: "- " | "> " | "# "): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const isSet = filled.length > 0 && filled.every((line) => line.startsWith(prefix));
  const insert = lines
    .map((line) => {
      if (line.trim() === "" && filled.length > 0) return line;
      return (isSet ? "" : prefix) + line.replace(PREFIX, "");
    })
    .join("\n");
  return { from, to, insert, select: start === end ? [insert.length, insert.length] : [0, insert.length] };
}

/** Turns the selection into a link and selects its URL to be typed. A selected URL becomes the URL. */
export function addLink({ text, start, end }: Selected, url?: string): Edit {
  const chosen = text.slice(start, end).trim();
  const linked = (name: string, href: string, select: readonly [number, number]): Edit => ({
    from: start,
    to: end,
    insert: `[${name}](${href})`,
    select,
  });
  if (isHttpUrl(chosen)) return linked("text", chosen, [1, 5]);
  const name = chosen.replace(/[[\]\n]+/g, " ") || "text";
  const href = url ?? "https://";
  const at = name.length + 3;
  const after = at + href.length + 1;
  return linked(name, href, url ? [after, after] : [at, at + href.length]);
}

import { expect, test } from "vitest";
import { addLink, type Edit, type Selected, toggleLines, toggleStyle } from "./format-edit.ts";

/** A text with its selection between `‹` and `›`. */
function selected(marked: string): Selected {
  const start = marked.indexOf("‹");
  const text = marked.replace(/[‹›]/g, "");
  return { text, start, end: marked.indexOf("›") - 1 };
}
function after({ text }: Selected, { from, to, insert, select: [start, end] }: Edit): string {
  const marked = `${insert.slice(0, start)}‹${insert.slice(start, end)}›${insert.slice(end)}`;
  return text.slice(0, from) + marked + text.slice(to);
}

test.each([
  ["By ‹hand›.", "By ‹**hand**›."],
  ["By ‹**hand**›.", "By ‹hand›."],
  ["By **‹hand›**.", "By ‹hand›."],
  ["By *‹hand›*.", "By *‹**hand**›*."],
  ["By ‹ hand ›.", "By ‹ **hand** ›."],
  ["By ‹›.", "By **‹›**."],
  ["By **‹›**.", "By ‹›."],
  ["‹- one\n\n2. two›", "‹- **one**\n\n2. **two**›"],
  ["‹- **one**\n\n2. **two**›", "‹- one\n\n2. two›"],
])("bold: %j becomes %j", (before, expected) => {
  expect(after(selected(before), toggleStyle(selected(before), "**"))).toBe(expected);
});

test.each([
  ["By ‹hand›.", "By ‹*hand*›."],
  ["By **‹hand›**.", "By **‹*hand*›**."],
  ["By ***‹hand›***.", "By **‹hand›**."],
])("italic: %j becomes %j", (before, expected) => {
  expect(after(selected(before), toggleStyle(selected(before), "*"))).toBe(expected);
});

test.each([
  ["on‹›e", "- one‹›"],
  ["- on‹›e", "one‹›"],
  ["a\no‹ne\n\ntw›o\nb", "a\n‹- one\n\n- two›\nb"],
  ["‹# one\n1. two›", "‹- one\n- two›"],
  ["‹›", "- ‹›"],
])("list: %j becomes %j", (before, expected) => {
  expect(after(selected(before), toggleLines(selected(before), "- "))).toBe(expected);
});

test.each([
  ["See ‹my site›.", "See [my site](‹https://›)."],
  ["See ‹https://a.example/›.", "See [‹text›](https://a.example/)."],
  ["See ‹›.", "See [text](‹https://›)."],
])("link: %j becomes %j", (before, expected) => {
  expect(after(selected(before), addLink(selected(before)))).toBe(expected);
});

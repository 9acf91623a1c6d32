import { expect, test } from "vitest";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { aTile } from "../../testing/console-entities.ts";
import { withEventsByDate } from "./events.ts";

const event = (id: number, day: string) =>
  aTile({
    id,
    type: "event",
    event: {
      starts_at: `2026-12-${day}T19:00:00.000Z`,
      ends_at: null,
      time_zone: "UTC",
      place: null,
      sold_out: false,
    },
  });

const heading = (id: number) => aTile({ id, type: "heading" });
const sorted = (tiles: PageTile[]) => withEventsByDate(tiles).map(({ id }) => id);

test("sorts the events of each section by date, and keeps the places of all other tiles", () => {
  const opening = [event(1, "20"), event(2, "04"), aTile({ id: 3 }), event(4, "11")];
  const section = [heading(5), event(6, "02"), event(7, "01"), heading(8), heading(9), event(10, "01")];
  expect(sorted([...opening, ...section])).toEqual([2, 4, 3, 1, 5, 7, 6, 8, 9, 10]);
});

test("leaves a page without events as it is", () => {
  expect(sorted([])).toEqual([]);
  expect(sorted([heading(1), aTile({ id: 2 }), heading(3)])).toEqual([1, 2, 3]);
});

test("keeps the order of events at the same time", () => {
  expect(withEventsByDate([event(2, "04"), event(1, "04")]).map(({ id }) => id)).toEqual([2, 1]);
});

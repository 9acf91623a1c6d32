import { expect, test } from "vitest";
import { aTile } from "../../testing/entities.ts";
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

test("sorts each run of events by date, and keeps the places of all other tiles", () => {
  const tiles = [
    event(1, "20"),
    event(2, "04"),
    event(3, "11"),
    aTile({ id: 4 }),
    event(5, "02"),
    event(6, "01"),
  ];
  expect(withEventsByDate(tiles).map(({ id }) => id)).toEqual([2, 3, 1, 4, 6, 5]);
});

test("keeps the order of events at the same time", () => {
  expect(withEventsByDate([event(2, "04"), event(1, "04")]).map(({ id }) => id)).toEqual([2, 1]);
});

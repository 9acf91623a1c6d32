import { expect, test } from "vitest";
import { CENTER } from "../../../contract/api/images.ts";
import { rowHeightOf, shapeOf, sizesOf } from "./picture-shapes.ts";

const picture = (width: number, height: number, focus = CENTER) => ({
  url: "https://tessera.example/uploads/a/960.webp",
  alt: "",
  focus,
  dimensions: { width, height },
});

test("returns the shape of a picture within bounds", () => {
  expect(shapeOf(picture(960, 640))).toBe(1.5);
  expect(shapeOf(picture(640, 960))).toBe(0.67);
  expect(shapeOf(picture(960, 32))).toBe(5);
  expect(shapeOf(picture(32, 960))).toBe(0.67);
});

test("returns a square for a cropped picture or unknown dimensions", () => {
  expect(shapeOf(picture(960, 640, { x: 20, y: 50 }))).toBe(1);
  const { dimensions, ...unknown } = picture(1, 2);
  expect(shapeOf(unknown)).toBe(1);
});

test("returns the height that the widest picture allows for the row on phones", () => {
  expect(rowHeightOf([1.5, 1.5])).toBeCloseTo(92 / 1.5);
  expect(rowHeightOf([1.5, 0.67, 1])).toBeCloseTo(92 / 1.5);
  expect(rowHeightOf([1, 0.67])).toBe(92);
  expect(rowHeightOf([2, 3])).toBe(46);
});

test("keeps pictures large beside a very wide one, and upright pictures within a screen", () => {
  expect(rowHeightOf([0.67, 5])).toBeCloseTo(92 / 1.5);
  expect(rowHeightOf([0.67, 0.67])).toBe(110);
});

test("returns the displayed width of a picture", () => {
  const alone = { count: 1, height: 92 };
  expect(sizesOf(picture(960, 640), { index: 0, row: alone })).toBe("(min-width: 700px) 440px, 94vw");
  const row = { count: 2, height: 60 };
  expect(sizesOf(picture(640, 960), { index: 1, row })).toBe("(min-width: 700px) 121px, 40vw");
  // A cropped picture is wider than its square.
  const cropped = picture(960, 480, { x: 0, y: 50 });
  expect(sizesOf(cropped, { index: 1, row })).toBe("(min-width: 700px) 360px, 120vw");
});

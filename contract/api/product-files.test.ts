import { expect, test } from "vitest";
import { ProductFilesField } from "./product-files.ts";

test("keeps the name of a file in one line, in which it stands in lists", () => {
  const [file] = ProductFilesField.parse([{ path: "a", name: " Track\r\none\u2028\u202e.mp3 " }]);
  expect(file?.name).toBe("Track one .mp3");
});

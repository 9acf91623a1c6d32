import { expect, test } from "vitest";
import { toErrorDetails } from "../api/errors.ts";
import { AddressInput } from "./addresses.ts";

const address = { name: "Ada Byron", line1: "Hafen 2", postalCode: "20457", city: "Hamburg", country: "DE" };
const errorsOf = (change: Partial<typeof address>) => {
  const { error } = AddressInput.safeParse({ ...address, ...change });
  return error ? toErrorDetails(error.issues).fieldErrors : {};
};

test("requires a postal code in countries with postal codes", () => {
  expect(errorsOf({})).toEqual({});
  for (const country of ["DE", "GB", "US", "IE", "CL"])
    expect(errorsOf({ postalCode: "  ", country }), country).toEqual({
      postalCode: ["Enter the postal code."],
    });
  for (const country of ["HK", "AE", "PA"]) expect(errorsOf({ postalCode: "", country })).toEqual({});
});

test("reports a missing postal code together with errors of other fields", () => {
  expect(errorsOf({ postalCode: "", city: "", name: "" })).toEqual({
    name: ["Enter the name of the recipient."],
    city: ["Enter the city."],
    postalCode: ["Enter the postal code."],
  });
  expect(errorsOf({ postalCode: "", country: "" })).toEqual({ country: ["Choose a country."] });
});

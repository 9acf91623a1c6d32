import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { missingTexts, requirementText } from "./requirements.ts";

test.each([
  ["individual.verification.document", "A photo of your identity document"],
  ["individual.verification.additional_document", "A document that confirms your address"],
  ["external_account", "A bank account or card for your payouts"],
  ["tos_acceptance.date", "Your agreement to Stripe's terms"],
  ["tos_acceptance.ip", "Your agreement to Stripe's terms"],
  ["individual.dob.day", "Your date of birth"],
  ["person_1AbC.first_name", "Your full name"],
  ["owners.0.address.city", "Your address"],
  ["representative.ssn_last_4", "Your national identification number"],
  ["business_profile.url", "Your website, or what you sell"],
  ["company.tax_id", "Your company's tax or registration number"],
  ["company.directors_provided", "Who owns and runs your company"],
  ["identity.individual.given_name", "Your full name"],
  ["identity.individual.address.city", "Your address"],
  ["identity.individual.documents.primary_verification", "A photo of your identity document"],
  ["identity.business_details.id_numbers", "Your company's tax or registration number"],
  ["identity.attestations.terms_of_service.account", "Your agreement to Stripe's terms"],
  ["configuration.merchant.mcc", "What kind of business it is"],
])("describes %s as: %s", (name, text) => {
  expect(requirementText(name)).toBe(text);
});

test("returns a readable text for an unknown requirement", () => {
  expect(requirementText("individual.political_exposure")).toBe("Political exposure");
  expect(requirementText("interv_1.proof-of_liveness")).toBe("Interv 1 proof of liveness");
  expect(requirementText("")).toBe("Another detail");
});

test("returns a text without dots and underscores for every requirement", () => {
  forAll(fc.string({ unit: "binary" }), (name) => {
    expect(requirementText(name)).toMatch(/^[^._]+$/);
  });
});

test("lists each requirement once, overdue requirements first", () => {
  expect(
    missingTexts({
      currentlyDue: ["external_account", "individual.dob.day", "individual.dob.month"],
      pastDue: ["individual.dob.year", "tos_acceptance.date"],
    }),
  ).toEqual([
    { text: "Your date of birth", isOverdue: true },
    { text: "Your agreement to Stripe's terms", isOverdue: true },
    { text: "A bank account or card for your payouts", isOverdue: false },
  ]);
});

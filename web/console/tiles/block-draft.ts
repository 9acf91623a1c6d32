import type { z } from "zod";
import { type Contact, ContactInput } from "../../../contract/api/contacts.ts";
import type { GoalInput } from "../../../contract/api/goals.ts";

type GoalValues = z.input<typeof GoalInput>;

export const NO_CONTACT = { name: "", email: "", phone: "", whatsapp: "" };

/** Returns the form values of a contact. */
export const toContactValues = ({ name, email, phone, whatsapp }: Contact) => ({
  name: name ?? "",
  email: email ?? "",
  phone: phone ?? "",
  whatsapp: whatsapp ?? "",
});

/** Returns a contact for the preview, also before its first valid entry. */
export const shownContact = (contact: ContactInput): typeof contact =>
  ContactInput.safeParse(contact).success ? contact : { email: "you@example.org" };

const SHOWN_TARGET = 100_000;

/** Returns a goal for the preview, also while its target or products are missing. */
export function shownGoal(goal: GoalValues): typeof goal {
  const isComplete = goal.from !== "products" || (goal.productIds ?? []).length > 0;
  return {
    ...goal,
    from: isComplete ? goal.from : "hand",
    target: goal.target > 0 ? goal.target : SHOWN_TARGET,
  };
}

import { z } from "zod";
import { TRAP_FIELD } from "../api/audience.ts";
import { field, PRIVATE, pageRoute, SECRET_URL } from "./page-route.ts";

const NOT_FOUND = { page: "signup-missing" } as const;
const confirmation = {
  renders: ["signup-confirmation", "signup-missing"],
  notFound: NOT_FOUND,
  /** The token of the confirmation link. */
  params: z.object({ signup: z.string() }),
  ...SECRET_URL,
} as const;

/** The pages of a signup without scripts and of its confirmation. */
export const signupPages = {
  signUp: pageRoute("POST", "/signup", {
    renders: ["signup", "signup-missing"],
    notFound: NOT_FOUND,
    form: z.object({ tileId: field, email: field, token: field, [TRAP_FIELD]: field }),
    limit: { name: "/api/public/signups", points: 60, seconds: 60 },
    ...PRIVATE,
  }),
  /** Opening it changes nothing, because mail scanners open links. */
  askToConfirmSignup: pageRoute("GET", "/signup/:signup", confirmation),
  confirmSignup: pageRoute("POST", "/signup/:signup", {
    ...confirmation,
    limit: { name: "confirming signups", points: 120, seconds: 60 },
  }),
};

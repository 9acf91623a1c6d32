/** The creator who sends the news. */
type SignupCreator = { handle: string; display_name: string };

/** The models of the pages on which visitors sign up for a creator's news. */
export type SignupModel =
  | {
      /** The form to sign up without scripts. */
      page: "signup";
      creator: SignupCreator;
      /** The token of the form, or null once the form was accepted. */
      form: {
        tileId: number;
        title: string;
        /** The label of the button, or null for the default. */
        button: string | null;
        consent: string;
        token: string;
        email: string;
        problem: string | null;
      } | null;
    }
  | {
      page: "signup-confirmation";
      creator: SignupCreator;
      /** The signup that awaits its confirmation, or null once it is confirmed. */
      pending: { token: string; email: string; consent: string } | null;
    }
  | { page: "signup-missing" };

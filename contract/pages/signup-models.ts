/** The creator of the news. */
type SignupCreator = { handle: string; display_name: string };

/** The models of the pages on which visitors sign up for a creator's news. */
export type SignupModel =
  | {
      /** Signing up without scripts. */
      page: "signup";
      creator: SignupCreator;
      /** Null once accepted, whatever the result. */
      form: {
        tileId: number;
        title: string;
        button: string;
        consent: string;
        token: string;
        email: string;
        problem: string | null;
      } | null;
    }
  | {
      page: "signup-confirmation";
      creator: SignupCreator;
      /** Null once it is confirmed. */
      asks: { token: string; email: string; consent: string } | null;
    }
  | { page: "signup-missing" };

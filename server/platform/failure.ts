import { defineMessages, type Message } from "../../contract/texts.ts";

const messages = defineMessages("failure", { text: "{failure}" });

/** Returns the message of any thrown value. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/** Returns the message of any thrown value as a text of a finding, whose translations say that the check failed. */
export const failureOf = (error: unknown): Message => messages.text({ failure: errorMessage(error) });

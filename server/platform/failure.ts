import { defineMessages, type Message } from "../../contract/texts.ts";

const messages = defineMessages("failure", { text: "{failure}" });

/** Returns an error's own text. */
export const failureText = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/** Returns an error's own text as a message. Its translations say that something failed. */
export const failureOf = (error: unknown): Message => messages.text({ failure: failureText(error) });

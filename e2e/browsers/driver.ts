import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The browser actions of the smoke tests. Every action finds its element by XPath and waits until it is visible. */
export type Driver = {
  open(url: string): Promise<void>;
  click(element: string): Promise<void>;
  fill(element: string, text: string): Promise<void>;
  waitFor(element: string): Promise<void>;
  /** Runs the body of an asynchronous function in the page and returns its result as JSON. */
  run(script: string): Promise<unknown>;
  /** Returns the uncaught errors and console errors so far. */
  errors(): string[];
  /** Returns the visible part of the page as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

export const ACTION_TIMEOUT_MS = 20_000;

export const heading = (text: string) =>
  `//*[self::h1 or self::h2 or self::h3][contains(normalize-space(), "${text}")]`;
export const link = (name: string) => `//a[contains(normalize-space(), "${name}")]`;
export const text = (content: string) => `//body//*[text()[contains(normalize-space(), "${content}")]]`;
/** `within` is the XPath of an element that contains the button. */
export const button = (name: string, within = "") =>
  `${within}//button[normalize-space()="${name}" or @aria-label="${name}"]`;
export const field = (label: string, within = "") =>
  `${within}//*[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;

/** Returns the path of a program. Throws an error with the program's name if it is not installed. */
export function requireProgram(names: string[], debianPackage: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
  if (found) return found;
  throw new Error(`${names[0]} is not installed (Debian: apt-get install ${debianPackage})`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

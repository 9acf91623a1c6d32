import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The browser actions of the smoke tests. Every action waits until its element is visible. Elements are found by XPath. */
export type Driver = {
  open(url: string): Promise<void>;
  click(element: string): Promise<void>;
  fill(element: string, text: string): Promise<void>;
  waitFor(element: string): Promise<void>;
  /** Runs the body of an asynchronous function in the page and returns its result as JSON. */
  run(script: string): Promise<unknown>;
  /** Uncaught errors and errors of the console so far. */
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

/** Returns the path of a program; a browser that is not installed fails its tests by name. */
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

export function findChromium(): string | undefined;
export function findHeadlessChromium(): string | undefined;
export declare const CHROMIUM_ARGS: readonly string[];

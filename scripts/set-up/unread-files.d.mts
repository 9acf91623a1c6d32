export function removeUnreadFiles(folder: string): void;

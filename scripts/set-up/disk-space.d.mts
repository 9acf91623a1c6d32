/** Throws when the packages do not fit on the disks of the checkout and of npm's cache. */
export function assertDiskSpace(options: { forDevelopment: boolean; root?: string }): void;

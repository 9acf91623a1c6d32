export function assertDiskSpace(root?: string): void;

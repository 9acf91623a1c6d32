/** Runs the work while no other set-up of this checkout runs. Throws when its folder is not writable. */
export function withLock(work: () => Promise<void>): Promise<void>;

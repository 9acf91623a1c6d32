/** A creator's proven name. */
export type OwnHost = {
  name: string;
  /** The scheme, name and port of its URLs. */
  origin: string;
  creatorId: number;
  handle: string;
  isMain: boolean;
  /** The page on the main host redirects to this name. */
  redirects: boolean;
};

/** The proven names of all creators, in the memory of this process. */
export type Hosts = {
  find(name: string): OwnHost | undefined;
  /** Returns the name with which a creator's links begin, or undefined for the main host. */
  mainOf(creatorId: number): OwnHost | undefined;
  /** The same, by the creator's handle. */
  mainOfHandle(handle: string): OwnHost | undefined;
  /** Calls back after the names of a creator have changed, or with null those of several. */
  subscribe(onChange: (creatorId: number | null) => void): void;
  /** Replaces the names of one creator, or with null those of all. */
  replace(creatorId: number | null, hosts: readonly OwnHost[]): void;
};

/** Returns the origin of an own domain, whose scheme and port are those of the main host. */
export function originOf(name: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${name}${port && `:${port}`}`;
}

export function createHosts(): Hosts {
  const byName = new Map<string, OwnHost>();
  const byHandle = new Map<string, OwnHost>();
  const byCreator = new Map<number, readonly OwnHost[]>();
  const subscribers: ((creatorId: number | null) => void)[] = [];
  const removeAll = (hosts: readonly OwnHost[]) => {
    // A name may belong to another creator by now.
    for (const host of hosts) {
      if (byName.get(host.name) === host) byName.delete(host.name);
      if (byHandle.get(host.handle) === host) byHandle.delete(host.handle);
    }
  };
  return {
    find: (name) => byName.get(name),
    mainOf: (creatorId) => byCreator.get(creatorId)?.find(({ isMain }) => isMain),
    mainOfHandle: (handle) => byHandle.get(handle),
    subscribe: (onChange) => void subscribers.push(onChange),
    replace(creatorId, hosts) {
      const former = creatorId === null ? [...byName.values()] : (byCreator.get(creatorId) ?? []);
      const isChanged = describe(former) !== describe(hosts);
      if (creatorId === null) {
        byName.clear();
        byHandle.clear();
        byCreator.clear();
      } else {
        removeAll(byCreator.get(creatorId) ?? []);
        byCreator.delete(creatorId);
      }
      for (const [id, own] of Map.groupBy(hosts, (host) => host.creatorId)) byCreator.set(id, own);
      for (const host of hosts) {
        byName.set(host.name, host);
        if (host.isMain) byHandle.set(host.handle, host);
      }
      if (isChanged) for (const subscriber of subscribers) subscriber(creatorId);
    },
  };
}

const describe = (hosts: readonly OwnHost[]) =>
  hosts
    .map((host) => JSON.stringify(host))
    .sort()
    .join();

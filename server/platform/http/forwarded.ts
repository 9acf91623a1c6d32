const WITH_PORT = /^\s*(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?\s*$/;

/** An `X-Forwarded-For` of addresses alone: some proxies name the port of each connection too (Azure's: `203.0.113.9:51324`), by which every visit would be somebody new. */
export function withoutPorts(forwardedFor: string): string {
  if (!/[:[]/.test(forwardedFor)) return forwardedFor;
  return forwardedFor
    .split(",")
    .map((entry) => {
      const [, inBrackets, plain] = WITH_PORT.exec(entry) ?? [];
      return inBrackets ?? plain ?? entry.trim();
    })
    .join(", ");
}

import { LRUCache } from "lru-cache";
import { type Agent, parseUserAgent } from "./rules.ts";

/**
 * The maximum number of cached user agents. Few differ, and parsing one takes longer than the rest of an event. The
 * cache is in memory only and contains no IPs.
 */
const MAX_AGENTS = 500;
const MAX_AGENT_LENGTH = 400;

export function createUserAgentParser(): (name: string) => Agent {
  const known = new LRUCache<string, Agent>({ max: MAX_AGENTS });
  return (name) => {
    const found = known.get(name);
    if (found) return found;
    const agent = parseUserAgent(name);
    if (name.length <= MAX_AGENT_LENGTH) known.set(name, agent);
    return agent;
  };
}

import { describe } from "vitest";
import { memoryStorage } from "./adapters/memory.ts";
import { testStorage } from "./storage.test-suite.ts";

describe("files in memory", () => testStorage(async () => memoryStorage()));

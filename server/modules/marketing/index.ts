export { createMarketing, type Marketing } from "./service.ts";

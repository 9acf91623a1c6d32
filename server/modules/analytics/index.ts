export {
  createEventFastPath,
  recordUnlessOwner,
  registerAnalyticsRoutes,
} from "./routes.ts";
export { type Analytics, createAnalytics } from "./service.ts";

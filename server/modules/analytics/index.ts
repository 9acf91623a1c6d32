export {
  createEventFastPath as createEventsFront,
  recordUnlessOwner,
  registerAnalyticsRoutes,
} from "./routes.ts";
export { type Analytics, createAnalytics } from "./service.ts";

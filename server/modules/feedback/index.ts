export { lockFeedbackStatus } from "./repository.ts";
export { registerFeedbackRoutes } from "./routes.ts";
export { type FeedbackDeps, listFeedback, setFeedbackStatus } from "./service.ts";

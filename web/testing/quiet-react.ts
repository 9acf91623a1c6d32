// Imported before React, which in development tells the panels of the browser's tools what it renders, and as whose task: a
// tenth of the time of these tests, and nobody looks. Warnings appear all the same.
Object.assign(console, { createTask: undefined, timeStamp: undefined });

// Imported before React: in development it reports each render to the developer tools by these two functions, if they exist,
// which took a tenth of the time of these tests. Warnings still appear.
Object.assign(console, { createTask: undefined, timeStamp: undefined });

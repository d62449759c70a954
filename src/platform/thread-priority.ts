/**
 * How much lower the priority of worker threads is, on Linux and Windows: where processors are few, those that answer
 * requests come first.
 */
export const BELOW_REQUESTS = 10;

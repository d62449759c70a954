/**
 * Added to the nice value of worker threads, on Linux and Windows: where processors are few, the thread that answers
 * requests comes first.
 */
export const BELOW_REQUESTS = 10;

import { start } from './start.js';

/** Everything in one process. */
await start({ http: true, work: true });

import { start } from './start.js';

/** The API alone; workers run the background work. */
await start({ http: true, work: false });

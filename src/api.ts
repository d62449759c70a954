import { start } from './start.js';

/** The API alone; workers do what it puts off. */
await start({ http: true, work: false });

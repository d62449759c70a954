import { start } from './start.js';

/** A worker alone: it serves nothing but its health and metrics, and runs background work. */
await start({ http: false, work: true });

import { start } from './start.js';

/** A worker alone: it answers nothing but its health and does what requests have put off. */
await start({ http: false, work: true });

import { limitsPage } from './limits-page.js';

/** Prints `docs/limits.md`. */
process.stdout.write(limitsPage());

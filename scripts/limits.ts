import { writeFileSync } from 'node:fs';
import { limitsPage } from './limits-page.js';

/** Writes `docs/limits.md`; nothing is written when a limit is missing. */
writeFileSync('docs/limits.md', limitsPage());

import { ensureInstalled, SYSTEM_PACKAGES } from '../test/support/system-packages.js';

const { chromium, pgbouncer, postgresql, prometheus, redis, zsh } = SYSTEM_PACKAGES;

/** Installs what `npm test` would install when it needs it. */
for (const wanted of [redis, pgbouncer, prometheus, chromium, postgresql, zsh]) await ensureInstalled(wanted);

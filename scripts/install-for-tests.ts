import { ensureInstalled, SYSTEM_PACKAGES } from '../test/support/system-packages.js';

const { chromium, pgbouncer, postgresql, prometheus, redis } = SYSTEM_PACKAGES;

/** Installs what `npm test` would install when it needs it. */
for (const wanted of [redis, pgbouncer, prometheus, chromium, postgresql]) await ensureInstalled(wanted);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from './commands.js';
import { runCommandLine } from './platform/cli/command-line.js';
import { useCompileCache } from './platform/compile-cache.js';
import { PACKAGE_ROOT } from './platform/package-root.js';

const file = readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8');
const { version } = JSON.parse(file) as { version: string };

/** The operator's command. */
useCompileCache();
process.exit(await runCommandLine({ version, groups: COMMANDS }, process.argv.slice(2)));

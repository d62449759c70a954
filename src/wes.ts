import { readFileSync } from 'node:fs';
import { COMMANDS } from './commands.js';
import { runCommandLine } from './platform/cli/command-line.js';
import { useCompileCache } from './platform/compile-cache.js';

const PACKAGE = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

/** The operator's command. */
useCompileCache();
process.exit(await runCommandLine({ version, groups: COMMANDS }, process.argv.slice(2)));

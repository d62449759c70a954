import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps compiled modules for the next start, since Node 22.1. They are in the home folder of the account: the default,
 * below /tmp, may have been made by another user of the machine. NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
export function useCompileCache(): void {
  const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
  try {
    enableCompileCache?.(join(homedir(), '.cache', 'wes'));
  } catch {
    // An account without a home folder starts without a cache.
  }
}

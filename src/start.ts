import { useCompileCache } from './platform/compile-cache.js';
import { loadSettings } from './platform/config/load-settings.js';
import type { ProcessRole } from './serve.js';

/**
 * Starts a process of the service. Tracing comes first, because it observes only the modules that are loaded after it;
 * without its setting nothing of it is loaded.
 */
export async function start(role: ProcessRole): Promise<void> {
  useCompileCache();
  const stopTracing = await startTracing();
  const { serve } = await import('./serve.js');
  serve(role, stopTracing);
}

/** @returns stops it again; undefined where it is off */
async function startTracing(): Promise<(() => Promise<void>) | undefined> {
  if (!isTracing()) return undefined;
  const tracing = await import('./platform/tracing/tracing.js');
  return tracing.startTracing();
}

function isTracing(): boolean {
  try {
    return loadSettings('service').settings.tracesEndpoint !== undefined;
  } catch {
    return false; // serve() reports invalid settings
  }
}

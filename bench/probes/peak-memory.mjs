import { isMainThread } from 'node:worker_threads';

/** Tells the parent of the process that loads this, as its last message, the most memory it has had: KiB. */
if (isMainThread) {
  process.on('exit', () => process.send?.(process.resourceUsage().maxRSS));
  process.channel?.unref();
}

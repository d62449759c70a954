import { isMainThread } from 'node:worker_threads';
import { watchLoop } from './loop-delays.mjs';

/** Watches the event loop of the process that loads this, and tells its parent whenever it asks. */
function answerParent() {
  const read = watchLoop();
  process.on('message', () => process.send?.(read()));
  // Being watched must not keep the process alive.
  process.channel?.unref();
}

// Threads load this too; their loops are their own affair.
if (isMainThread) answerParent();

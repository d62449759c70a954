import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two looks at the event loop: the smallest delay that Node.js reports. */
const RESOLUTION = 10;

/** Sends its parent process the p99 of the delays of the event loop since the previous question, in milliseconds. */
function answerParent() {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  process.on('message', () => {
    process.send?.(delays.percentile(99) / 1e6);
    delays.reset();
  });
  // The probe must not keep the service alive.
  process.channel?.unref();
}

// Worker threads load this module too.
if (isMainThread) answerParent();

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two looks at the event loop: the smallest delay that Node.js reports. */
const RESOLUTION = 10;

/**
 * Sends its parent process the longest delay of the event loop since the previous question, in milliseconds, and what
 * a garbage collection leaves, in MiB. The collection itself does not count as a delay.
 */
function answerParent() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  process.on('message', () => {
    const longestMs = delays.max / 1e6;
    collect();
    const { heapUsed, external } = process.memoryUsage();
    setTimeout(() => {
      delays.reset();
      process.send?.({ longestMs, heldMiB: (heapUsed + external) / 1_048_576 });
    }, 2 * RESOLUTION);
  });
  // The probe must not keep the service alive.
  process.channel?.unref();
}

// Worker threads load this module too.
if (isMainThread) answerParent();

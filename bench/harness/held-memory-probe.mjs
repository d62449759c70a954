import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Collects the garbage and sends its parent process what is left, in MiB. */
function answerParent() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('message', () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.((heapUsed + external) / 1_048_576);
  });
  // The probe must not keep the service alive.
  process.channel?.unref();
}

// Worker threads load this module too.
if (isMainThread) answerParent();

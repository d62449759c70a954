// Loaded into the service by NODE_OPTIONS. Answers on a port of its own, so that the service is not asked for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Processes and threads that the service starts inherit NODE_OPTIONS. */
if (isMainThread && /main\.js$/.test(process.argv[1] ?? '')) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const server = createServer((request, response) => {
    response.setHeader('Connection', 'close'); // a kept one may end just when it is used again
    if (request.url === '/begin') {
      collect();
      writeFileSync('/proc/self/clear_refs', '5'); // the peak of the memory begins with what is there
      delays.reset();
      response.end(JSON.stringify({ kibibytes: peak() }));
      return;
    }
    const answer = () => response.end(JSON.stringify({ holdMs: delays.max / 1e6, kibibytes: peak() }));
    void sleep(5).then(answer); // the timer of the delays comes first
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'probe', port: server.address().port })}\n`);
  });
  server.unref();
}

function peak() {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}

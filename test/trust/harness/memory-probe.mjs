// Loaded into the service by NODE_OPTIONS. Answers on a port of its own, so that the service is not asked for it.
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const server = createServer((_request, response) => {
  collect();
  collect(); // the first one runs finalizers
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const handles = resources.filter((name) => name !== 'Timeout' && name !== 'Immediate').length;
  response.end(JSON.stringify({ rss, live: heapUsed + external, handles }));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'probe', port: server.address().port })}\n`);
});
server.unref();

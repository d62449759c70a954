import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { becomeChild, type ChildTask } from './become-child.js';

/** Answers how many mails have arrived, and for how many people. */
async function start(): Promise<ChildTask> {
  const people = new Set<string>();
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.once('end', () => {
        mails++;
        for (const { address } of envelope.rcptTo) people.add(address);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    ready: `smtp://127.0.0.1:${port}`,
    answer: () => Promise.resolve({ mails, people: people.size }),
    end: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

becomeChild(start);

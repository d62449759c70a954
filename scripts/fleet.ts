import { linkIn } from '../test/support/mail-server.js';
import { PostgresServer } from '../test/support/postgres-server.js';
import { freePorts } from '../test/support/free-ports.js';
import { runWes } from '../test/support/run-wes.js';
import { WholeFleet } from '../test/support/whole-fleet.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run fleet`: runs two API processes and two workers on real servers with demo data until SIGINT. */
async function main(): Promise<void> {
  // Further signals are ignored: npm passes those of the terminal on, and the servers have to be stopped.
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });
  const postgres = await PostgresServer.start();
  const ports = (await freePorts(2)) as [number, number];
  const settings = { BASE_URL: `http://localhost:${ports[0]}` };
  const { exitCode, stdout, stderr } = await runWes(['demo', '--yes'], {
    DATABASE_URL: postgres.url,
    ...settings,
  });
  if (exitCode !== 0) throw new Error(stderr);
  const whole = await WholeFleet.start(postgres.url, settings, ports);
  whole.mail.beforeAccepting = (delivery) => {
    const { recipients, message } = delivery;
    print(`mail to ${recipients.join(', ')}: ${message.subject}, ${settings.BASE_URL}${linkIn(delivery)}`);
    return Promise.resolve();
  };

  print(stdout);
  for (const port of ports) print(`API         http://localhost:${port}`);
  print(`Workers     ${whole.workers.length}, without an address`);
  print(`PostgreSQL  ${postgres.url}`);
  print(`PgBouncer   ${whole.pooler.url}`);
  print(`Redis       ${whole.redis.url}`);
  print(`S3          ${whole.store.settings.endpoint}`);
  print(`SMTP        ${whole.mail.url}; mails are printed here`);
  print('Ctrl-C ends all of them and removes their data.');

  await interrupted;
  await whole.stop();
  await postgres.close();
}

await main();
process.exit(0);

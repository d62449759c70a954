import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient, runSql } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { Fleet } from '../../support/fleet.js';
import { InstalledPostgres } from '../../support/installed-postgres.js';
import { MailServer } from '../../support/mail-server.js';
import { RedisServer } from '../../support/redis-server.js';
import { runWes } from '../../support/run-wes.js';
import { S3Server } from '../../support/s3-server.js';
import { TraceCollector } from '../../support/trace-collector.js';
import { loopbackCertificate } from '../../support/webhook-receiver.js';
import { Administration } from '../harness/administration.js';
import type { Stage } from '../harness/stage.js';
import { WireClient } from '../harness/wire-client.js';
import type { Places } from './places.js';
import type { Canary } from './values.js';

const SETTLE_LIMIT_MS = 120_000;

/** A receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  /** Id of the person; until it is known, messages are refused without it. */
  about: string;
}

/** Everything that the service can use, each of which may keep something about a person. */
export interface Deployment extends Places {
  readonly service: Administration;
  readonly client: WireClient;
  readonly settings: Readonly<Record<string, string>>;
  readonly receiver: Receiver;
  /** Ends the time in which the mail server refuses mails by an answer with a value: from now on they are files. */
  sendMails(): Promise<void>;
  /** Waits until no job is due, and all is logged. */
  settle(): Promise<void>;
}

/** Starts all servers, an API process and a worker, which log everything. */
export async function openDeployment(stage: Stage, person: Canary): Promise<Deployment> {
  const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-canary-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const postgres = await stage.use(InstalledPostgres.start(), (server) => server.stop());
  const redis = await stage.use(RedisServer.start('--rdbcompression', 'no'), (server) => server.stop());
  const s3 = await stage.use(S3Server.start(), (server) => server.stop());
  const traces = await stage.use(TraceCollector.start(), (collector) => collector.stop());
  const { receiver, certificate } = await openReceiver(stage, folder, person.personal.receiver);
  const mail = await stage.use(MailServer.start(), (server) => server.close());
  mail.refusal = `550 unknown person <${person.mail('mail')}> ${person.personal.mailserver}`;
  await runSql(postgres.url('postgres'), 'CREATE DATABASE wes');
  const databaseUrl = postgres.url('wes');
  const settings = {
    REDIS_URL: redis.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: certificate,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    METRICS_PORT: '0',
    LOG_LEVEL: 'debug',
    TRUST_PROXY: 'loopback',
    ...s3.environment,
  };
  const { exitCode, stderr } = await runWes(['migrate'], { DATABASE_URL: databaseUrl, ...settings });
  if (exitCode !== 0) throw new Error(stderr);
  const fleet = await stage.use(Fleet.gather(databaseUrl, settings), (started) => started.disband());
  const [api, worker] = await Promise.all([
    fleet.start('api'),
    fleet.start('worker', { SMTP_URL: mail.url }),
  ]);
  const database = await stage.use(openClient(databaseUrl), (opened) => opened.end());
  const client = new WireClient(api.baseUrl);
  await stage.use(Promise.resolve(client), (opened) => {
    opened.close();
    return Promise.resolve();
  });
  const service = new Administration(databaseUrl, database, api.baseUrl, folder);
  return {
    ...{ postgres, databaseUrl, redis, s3, traces, fleet, service, client, settings },
    receiver,
    async sendMails() {
      await failed(service);
      await worker.stop();
      await fleet.start('worker');
    },
    settle: () => settle(service),
  };
}

/** A receiver that refuses each message with a text. */
async function openReceiver(
  stage: Stage,
  folder: string,
  answer: string,
): Promise<{ readonly receiver: Receiver; readonly certificate: string }> {
  const certificate = await loopbackCertificate();
  const receiver = { url: '', about: 'nobody' };
  const server = createServer(certificate, (request, response) => {
    text(request).then(
      (body) =>
        response.writeHead(400).end(body.includes(receiver.about) ? `unknown person ${answer}` : 'unknown'),
      () => response.destroy(),
    );
  });
  await stage.use(new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)), () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const file = join(folder, 'receiver.pem');
  await writeFile(file, certificate.cert);
  receiver.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { receiver, certificate: file };
}

/** Waits until a mail has been refused, and a message about the person, too. */
async function failed(service: Administration): Promise<void> {
  await eventually(async () => {
    const [row] = await service.sql<{ jobs: number; messages: number }>(
      `SELECT (SELECT count(*)::integer FROM job WHERE last_error LIKE '%unknown person%') AS jobs,
         (SELECT count(*)::integer FROM webhook_message WHERE log::text LIKE '%unknown person%') AS messages`,
    );
    if (row!.jobs === 0 || row!.messages === 0) throw new Error(`Not refused: ${JSON.stringify(row)}`);
  }, SETTLE_LIMIT_MS);
}

/** Jobs of schedules are always there; others end, or wait for another attempt. */
async function settle(service: Administration): Promise<void> {
  await eventually(async () => {
    const [row] = await service.sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM job
       WHERE finished_at IS NULL AND due_at < now() + interval '1 second' AND attempts = 0`,
    );
    if (row!.count > 0) throw new Error(`${row!.count} jobs are waiting.`);
  }, SETTLE_LIMIT_MS);
}

import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../support/builders/plan.js';
import { dashboardQueries } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { clientOf, type Member } from '../support/fleet.js';
import { Prometheus } from '../support/prometheus.js';
import { bodyOf, COMPANY_WEBHOOKS, LOCAL_RECEIVERS } from '../support/webhook-fixture.js';
import { loopbackCertificate, type Certificate } from '../support/webhook-receiver.js';
import { repeat } from './harness/calls.js';
import { deploy } from './harness/deployment.js';
import type { TrustProgram } from './harness/program.js';

const SETTINGS = { METRICS_PORT: '0', RATE_LIMIT: '100/1s', ...LOCAL_RECEIVERS };

/** A real Prometheus scrapes an API process and a worker under load, and answers what the dashboard asks. */
export const dashboard: TrustProgram = {
  summary: 'every panel of the Grafana dashboard has data, and an alert follows what breaks',
  limit: { short: 120, whole: 300 },

  async run(stage) {
    const seconds = stage.short ? 8 : 60;
    const { fleet, redis, people } = await deploy(stage, { people: 4 });
    const certificate = await loopbackCertificate();
    const authority = join(fleet.dataDir, 'receiver.pem');
    await writeFile(authority, certificate.cert);
    const settings = { ...SETTINGS, NODE_EXTRA_CA_CERTS: authority };
    const [api, worker] = await Promise.all([fleet.start('api', settings), fleet.start('worker', settings)]);
    const receiver = await stage.use(receive(certificate), ({ stop }) => stop());
    const webhook = { url: receiver.url, types: ['plan.changed'] };
    bodyOf(await clientOf(api.baseUrl, people[0]!).post(COMPANY_WEBHOOKS, webhook));
    const targets = { api: [hostOf(api)], worker: [hostOf(worker)] };
    const prometheus = await stage.use(Prometheus.start(targets), (server) => server.stop());

    stage.note(`Prometheus is at ${prometheus.url}`);

    const over = new AbortController();
    let requests = 0;
    const load = repeat(4, over.signal, async (index) => {
      const client = clientOf(api.baseUrl, people[index % people.length]!);
      const { body } = await client.post(PLANS, { title: { defaultValue: 'Plan' } });
      await client.get(`${PLANS}?to=10`);
      if (typeof body.id === 'string') await client.post(`${PLANS}/${body.id}/excel`);
      requests += 3;
    });
    await sleep(seconds * 1_000);
    const empty = await panelsWithoutData(prometheus);
    const alertsUnderLoad = await prometheus.alerts();
    over.abort();
    await load;
    stage.note(`${requests} requests in ${seconds} s`);

    await redis.stop();
    const alertsWithoutRedis = await eventually(async () => {
      const alerts = await prometheus.alerts();
      if (!alerts.includes('WesRedisDown')) throw new Error('There is no alert.');
      return alerts;
    }, 20_000).catch((): readonly string[] => []);
    return [
      {
        promise: 'Prometheus has data for every expression of the dashboard',
        seen:
          `${dashboardQueries('').length - empty.length} of ` +
          `${dashboardQueries('').length}${empty.map((name) => `, not: ${name}`).join('')}`,
        holds: empty.length === 0,
      },
      {
        promise: 'no alert is pending while all works',
        seen: alertsUnderLoad.join(', ') || 'none',
        holds: alertsUnderLoad.length === 0,
      },
      {
        promise: 'a Redis that is stopped is an alert',
        seen: alertsWithoutRedis.join(', ') || 'none',
        holds: alertsWithoutRedis.includes('WesRedisDown'),
      },
    ];
  },
};

/** A receiver of webhooks that takes every message. */
async function receive(certificate: Certificate): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(certificate, (request, response) => {
    request.resume().once('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `https://127.0.0.1:${port}/`, stop };
}

function hostOf({ metricsUrl }: Member): string {
  return new URL(metricsUrl).host;
}

/** A rate is computed from the samples of this time. */
const RATE_INTERVAL = '10s';

async function panelsWithoutData(prometheus: Prometheus): Promise<string[]> {
  const empty: string[] = [];
  for (const { panel, expression } of dashboardQueries(RATE_INTERVAL)) {
    const samples = await prometheus.query(expression);
    if (!samples.some(({ value: [, value] }) => Number.isFinite(Number(value)))) empty.push(panel);
  }
  return empty;
}

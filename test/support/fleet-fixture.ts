import { setTimeout as sleep } from 'node:timers/promises';
import { ActionPlanImporter } from '../../src/action-plans/index.js';
import { newId } from '../../src/shared-kernel/id.js';
import { PLANS } from './builders/plan.js';
import { freshDatabase, runSql } from './databases.js';
import { eventually } from './eventually.js';
import { idIn } from './exports.js';
import { addManagers, clientOf, Fleet, type Person } from './fleet.js';
import { MailServer } from './mail-server.js';
import { RedisServer } from './redis-server.js';
import { TestApp } from './test-app.js';
import type { WholeFleet } from './whole-fleet.js';

/** A request for an export that was accepted. */
export interface Accepted {
  readonly id: string;
  readonly email: string;
  readonly tookMs: number;
}

/** A deployment of several processes with a mail server, a Redis that does not run yet, and a company of managers. */
export class FleetFixture {
  private constructor(
    readonly fleet: Fleet,
    readonly mail: MailServer,
    readonly redis: RedisServer,
    readonly people: readonly Person[],
  ) {}

  static async open(): Promise<FleetFixture> {
    const mail = await MailServer.start();
    const redis = await RedisServer.reserve();
    const databaseUrl = await freshDatabase('fleet');
    const fleet = await Fleet.gather(databaseUrl, { SMTP_URL: mail.url, REDIS_URL: redis.url });
    return new FleetFixture(fleet, mail, redis, await addManagers(databaseUrl, 20));
  }

  /** The same for processes that run already. */
  static async on({ fleet, mail, redis }: WholeFleet): Promise<FleetFixture> {
    return new FleetFixture(fleet, mail, redis, await addManagers(fleet.databaseUrl, 20));
  }

  async close(): Promise<void> {
    await this.fleet.disband();
    await this.redis.stop();
    await this.mail.close();
  }

  sql<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
    return runSql<Row>(this.fleet.databaseUrl, text);
  }

  /** Puts in a public plan of each of the owners, with actions, as `wes import` would. @returns their ids */
  async addPlans(owners: readonly Person[] = this.people, actions = 3): Promise<string[]> {
    const seeder = await TestApp.start({}, this.fleet.databaseUrl, { isWorker: false });
    try {
      const ids = owners.map(() => newId());
      const plans = owners.map(({ userId }, index) => ({
        id: ids[index],
        title: { defaultValue: `Plan ${index + 1}` },
        visibility: 'PUBLIC',
        createdBy: userId,
        actions: Array.from({ length: actions }, (_, number) => ({
          title: { defaultValue: `Action ${number + 1}` },
          status: 'PENDING',
          actionType: 'MANAGER',
          source: 'MANUAL',
        })),
      }));
      const service = seeder.app.get(ActionPlanImporter, { strict: false });
      await service.import(owners[0]!.companyId, plans);
      return ids;
    } finally {
      await seeder.stop();
    }
  }

  /** Asks for an export. @throws when it is not accepted */
  async request(baseUrl: string, person: Person, planId: string): Promise<Accepted> {
    const askedAt = performance.now();
    const { status, headers } = await clientOf(baseUrl, person).post(`${PLANS}/${planId}/excel`);
    if (status !== 200) throw new Error(`The export was refused: ${status}`);
    return { id: idIn(headers.get('location')!), email: person.email, tookMs: performance.now() - askedAt };
  }

  /** Asks for one export of each plan, each for another person. */
  async requestEach(baseUrl: string, planIds: readonly string[]): Promise<Accepted[]> {
    const accepted: Accepted[] = [];
    for (const [index, planId] of planIds.entries()) {
      accepted.push(await this.request(baseUrl, this.people[index]!, planId));
    }
    return accepted;
  }

  async countUnsent(): Promise<number> {
    const [row] = await this.sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM plan_export WHERE status <> 'SENT'`,
    );
    return row!.count;
  }

  async allSent(limitMs: number): Promise<void> {
    await eventually(async () => {
      const left = await this.countUnsent();
      if (left === 0) return;
      await sleep(100);
      throw new Error(`${left} exports are not sent.`);
    }, limitMs);
  }
}

import { Registry } from 'prom-client';
import { ChangeRetention } from '../../../src/changes/application/change-retention.js';
import { GroupImporter } from '../../../src/segmentation/index.js';
import type { Scope } from '../../../src/shared-kernel/actor.js';
import { UnitOfWork } from '../../../src/shared-kernel/unit-of-work.js';
import { EmployeeRepository, EmployeeWrites } from '../../../src/workforce/domain/employee.repository.js';
import type { ApiClient } from '../../support/api-client.js';
import { CHANGES } from '../../support/builders/change.js';
import { group } from '../../support/builders/segmentation.js';
import { FeedFollower } from '../../support/feed-follower.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const SCOPES: readonly Scope[] = ['changes:read', 'employees:read', 'segmentation:read'];

/** With the margin of a day, everything is older than this. */
const NONE_MS = -86_400_000;

describe('the retention of changes', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;
  let client: ApiClient;
  let feed: FeedFollower;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
    client = await app.integration(SCOPES, fixture.companyId);
    feed = new FeedFollower(client, CHANGES);
    await feed.begin();
  });

  const numberOf = async (table: string, companyId = fixture.companyId): Promise<number> => {
    const [row] = await app.sql(`SELECT count(*)::integer AS count FROM ${table} WHERE company_id = $1`, [
      companyId,
    ]);
    return row!['count'] as number;
  };

  it('removes what is older, with its tombstones, but for the newest change set', async () => {
    const importer = app.app.get(GroupImporter);
    await importer.import(fixture.companyId, [group('A')]);
    await importer.replaceAll(fixture.companyId, importer.read(fixture.companyId, []));
    expect(await numberOf('change_tombstone')).toBeGreaterThan(0);
    const old = feed.cursor;
    await fixture.invited();
    await feed.read();
    const retention = app.app.get(ChangeRetention);
    await retention.removeExpired(60_000);
    expect(await numberOf('change_tombstone')).toBeGreaterThan(0);
    await retention.removeExpired(NONE_MS);
    expect([await numberOf('change_tombstone'), await numberOf('change_set')]).toEqual([0, 1]);
    expect(await feed.read()).toEqual([]);
    expect((await client.get(`${CHANGES}?after=${old}`)).status).toBe(410);
    const { id } = await fixture.invited();
    expect((await feed.read()).map((change) => change.id)).toEqual([id]);
  });

  it('shows the age of a change that is not committed', async () => {
    const lag = async (): Promise<number> => {
      const metric = await app.app.get(Registry).getSingleMetric('wes_change_feed_lag_seconds')!.get();
      return metric.values[0]!.value;
    };
    const { externalId } = await fixture.invited();
    const employees = app.app.get(EmployeeRepository);
    await app.app.get(UnitOfWork).run(async (transaction) => {
      const employee = await employees.find(fixture.companyId, { externalId }, transaction);
      expect(await lag()).toBe(0);
      const changes = { employees: [employee!], newIds: [], displacedIds: [] };
      await app.app.get(EmployeeWrites).upsertAll(fixture.companyId, changes, transaction);
      expect(await lag()).toBeGreaterThan(0);
    });
    expect(await lag()).toBe(0);
  });
});

import { ApiClient, type Answer } from '../../support/api-client.js';
import { employeeBody, ERASURES, INVITE } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { structureWrites } from '../../support/structure-writes.js';
import type { Failures } from '../harness/failures.js';
import type { Company } from '../isolation/company.js';

const PUBLIC = '/api/v1/public/company/people';
const WORK_LIMIT_MS = 120_000;

/** Operations of a company whose bodies depend on each other: writes of the structure, and those on a person. */
export class CompanyWalk {
  private readonly done: string[] = [];
  private readonly key: ApiClient;
  private readonly admin: ApiClient;

  constructor(
    private readonly baseUrl: string,
    { callers }: Company,
    private readonly failures: Failures,
  ) {
    const client = (right: string): ApiClient =>
      new ApiClient(baseUrl, {
        ...callers.find(({ credential }) => credential?.rights.includes(right))!.headers,
      });
    this.key = client('people:erase');
    this.admin = client('ADMIN');
  }

  /** @returns the operations that have succeeded */
  async run(): Promise<readonly string[]> {
    for (const [operationId, open] of Object.entries(structureWrites(() => this.key)))
      await this.call(operationId, (await open()).send());
    const { externalId } = employeeBody();
    await this.key.post(INVITE, { externalId });
    await this.access(externalId, PUBLIC, this.key, '');
    await this.access(externalId, '/api/v1/company/people', this.admin, 'AsAdmin');
    await this.hold(externalId);
    await this.erase(externalId);
    return this.done;
  }

  private async access(externalId: string, people: string, client: ApiClient, suffix: string): Promise<void> {
    const { body } = await this.call(
      `createAccess${suffix}`,
      client.post(`${people}/access`, { externalId }),
    );
    const path = `${people}/access/${body.id}`;
    const link: string = await eventually(async () => {
      const { body: shown } = await this.call(`getAccess${suffix}`, client.get(path));
      if (shown.state !== 'READY') throw new Error(`The archive is ${shown.state}.`);
      return shown.link;
    }, WORK_LIMIT_MS);
    const archive = await fetch(new URL(new URL(link).pathname, this.baseUrl));
    if (archive.status === 200) this.done.push('downloadPersonalData');
    await archive.arrayBuffer();
    await this.call(`endAccess${suffix}`, client.delete(path));
  }

  private async hold(externalId: string): Promise<void> {
    const holds = `${PUBLIC}/holds`;
    const { body } = await this.call('placeLegalHold', this.key.put(holds, { externalId, reason: 'x' }));
    await this.call('listLegalHolds', this.key.get(holds));
    await this.call('getLegalHold', this.key.get(`${holds}/${body.id}`));
    await this.call('liftLegalHold', this.key.delete(`${holds}/${body.id}`));
  }

  private async erase(externalId: string): Promise<void> {
    const { body } = await this.call('createErasure', this.key.post(ERASURES, { externalId, reason: 'x' }));
    const path = `${ERASURES}/${body.id}`;
    await eventually(async () => {
      const { body: shown } = await this.call('getErasure', this.key.get(path));
      if (shown.state !== 'DONE') throw new Error(`The erasure is ${shown.state}.`);
    }, WORK_LIMIT_MS);
    await this.call('listErasures', this.key.get(ERASURES));
    await this.call('allowPersonAgain', this.key.patch(path, { allowAgain: true, reason: 'x' }));
  }

  private async call(operationId: string, answering: Promise<Answer>): Promise<Answer> {
    const answer = await answering;
    if (answer.status < 300) this.done.push(operationId);
    else this.failures.add(`${operationId} answered ${answer.status}`, answer.text);
    return answer;
  }
}

import type { Answer } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import type { Failures } from '../harness/failures.js';
import type { Service } from '../harness/service.js';
import { changedTables, tableDigests } from '../harness/table-digests.js';
import type { WireRequest } from '../harness/wire-client.js';

const REPEATED_PER_ROUND = 50;
const IDLE_LIMIT_MS = 60_000;
const UNFINISHED = `
  SELECT id FROM person_erasure WHERE state IN ('QUEUED', 'ERASING')
  UNION ALL SELECT id FROM person_access WHERE state = 'QUEUED'`;
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Writes that were refused, which are repeated while nothing else is sent. */
export class RefusedWrites {
  /** Requests that were repeated. */
  repeated = 0;
  private refused: WireRequest[] = [];

  constructor(
    private readonly service: Service,
    private readonly failures: Failures,
    private readonly send: (request: WireRequest) => Promise<Answer | undefined>,
  ) {}

  note(request: WireRequest, status: number): void {
    if (status >= 400 && WRITES.includes(request.method)) this.refused.push(request);
  }

  /** Repeats the last refused writes, one at a time, and compares all tables before and after. */
  async repeat(): Promise<void> {
    const requests = this.refused.slice(-REPEATED_PER_ROUND);
    this.refused = [];
    let before = await this.digests();
    let since: WireRequest[] = [];
    const compare = async (): Promise<void> => {
      const after = await this.digests();
      const changed = changedTables(before, after);
      if (changed.length > 0)
        this.failures.add(`Refused writes changed ${changed.join(', ')}`, since.map(describe).join('\n    '));
      this.repeated += since.length;
      [before, since] = [after, []];
    };
    for (const request of requests) {
      const answer = await this.send(request);
      if (answer && answer.status >= 400) {
        since.push(request);
        continue;
      }
      // Accepted this time, so the digests differ anyway and say nothing about the requests before it.
      [before, since] = [await this.digests(), []];
    }
    await compare();
    this.refused = [];
  }

  /** Of all rows, when nobody is erased or gathered any more. */
  private async digests(): Promise<Record<string, string>> {
    await eventually(async () => {
      const waiting = await this.service.sql(UNFINISHED);
      if (waiting.length > 0) throw new Error('People are still erased, or their data is gathered.');
    }, IDLE_LIMIT_MS);
    return tableDigests(this.service);
  }
}

/** A request without its credential. */
export function describe({ method, path, headers, body }: WireRequest): string {
  const { SessionId: _, serviceAPIKey: __, Authorization: ___, ...others } = headers;
  return `${method} ${path} ${JSON.stringify(others)} ${body?.toString() ?? ''}`.slice(0, 500);
}

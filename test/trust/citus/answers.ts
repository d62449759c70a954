import type { Call, CallResult, Credential } from '../harness/calls.js';
import { counted, Failures } from '../harness/failures.js';
import type { Finding } from '../harness/program.js';

/** Looks at every answer while servers fail and companies move. */
export class Answers {
  private readonly failures = new Failures();
  private readonly statuses = new Map<number, number>();
  /** Names of companies, by the text of a credential. */
  private readonly names = new Map<string, string>();
  private slowestMs = 0;
  private unwanted = 0;
  private foreign = 0;

  /** Remembers whose a credential is. The name is in the texts of the company, and of no other. */
  add(credential: Credential, name: string): void {
    this.names.set(textOf(credential), name);
  }

  readonly observe = (
    { status, headers, body, tookMs }: CallResult,
    call: Call,
    credential: Credential,
  ): void => {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, tookMs);
    const where = `${call.method} ${call.path.replaceAll(/[0-9a-f]{24}|\?.*/g, '…')}`;
    if (status > 503 || status === 500 || (status === 503 && headers['retry-after'] === undefined)) {
      this.unwanted++;
      this.failures.add(`${where} answered ${status}`, body.slice(0, 300));
    }
    const own = this.names.get(textOf(credential));
    for (const [name] of body.matchAll(/\bCompany \d+\b/g)) {
      if (name === own) continue;
      this.foreign++;
      this.failures.add(`${where} shows ${name} to ${own}`, body.slice(0, 300));
    }
  };

  /** Answers 503 so far. */
  get refusals(): number {
    return this.statuses.get(503) ?? 0;
  }

  findings(): Finding[] {
    const statuses = [...this.statuses].sort(([one], [other]) => one - other);
    const seen = statuses.map(([status, count]) => `${counted(count)} × ${status || 'no answer'}`).join(', ');
    const first = this.failures.first();
    return [
      {
        promise: 'no 5xx but 503 with Retry-After',
        seen:
          `${seen}, slowest ${(this.slowestMs / 1_000).toFixed(1)} ` +
          `s${this.unwanted > 0 ? `; ${this.unwanted} others (${first})` : ''}`,
        holds: this.unwanted === 0,
      },
      {
        promise: 'no answer shows anything of another company',
        seen: `${this.foreign} do${this.foreign > 0 ? ` (${first})` : ''}`,
        holds: this.foreign === 0,
      },
    ];
  }
}

function textOf(credential: Credential): string {
  return typeof credential === 'string' ? credential : Object.values(credential).join();
}

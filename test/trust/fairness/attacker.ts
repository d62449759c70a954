// A process of its own, so that what it reads delays nothing that the program measures.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that one connection repeats, one after the other. */
export interface Lane {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Attack {
  readonly baseUrl: string;
  readonly lanes: readonly Lane[];
}

export interface AttackResult {
  readonly seconds: number;
  /** Numbers of answers by their status; 0 is no answer. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly largestBytes: number;
}

/** After a refusal, which costs the service little. */
const PAUSE_MS = 100;

/** Sends the requests of one order until it is over. */
class Attackers {
  private readonly statuses: Record<string, number> = {};
  private largestBytes = 0;
  isOver = false;

  constructor(private readonly baseUrl: string) {}

  async run(lanes: readonly Lane[]): Promise<AttackResult> {
    const startedAt = performance.now();
    await Promise.all(lanes.map((lane) => this.runLane(lane)));
    const seconds = (performance.now() - startedAt) / 1_000;
    return { seconds, statuses: this.statuses, largestBytes: this.largestBytes };
  }

  private async runLane(lane: Lane): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.isOver) {
      const status = await this.send(lane, agent);
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      if (status === 0 || status >= 400) await sleep(PAUSE_MS);
    }
    agent.destroy();
  }

  private send({ method, path, headers }: Lane, agent: Agent): Promise<number> {
    return new Promise((resolve) => {
      const sent = request(this.baseUrl + path, { method, headers, agent }, (response) => {
        let bytes = 0;
        response.on('data', (part: Buffer) => (bytes += part.length));
        response.on('end', () => {
          this.largestBytes = Math.max(this.largestBytes, bytes);
          resolve(response.statusCode ?? 0);
        });
        response.on('error', () => resolve(0));
      });
      sent.on('error', () => resolve(0));
      sent.end();
    });
  }
}

let attackers: Attackers | undefined;

process.on('disconnect', () => process.exit());
process.on('message', (message: Attack | 'stop') => {
  if (message === 'stop') {
    if (attackers) attackers.isOver = true;
    return;
  }
  attackers = new Attackers(message.baseUrl);
  void attackers.run(message.lanes).then((result) => process.send!(result));
});

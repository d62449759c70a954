import { Injectable } from '@nestjs/common';
import { Sql } from '../database/sql.js';

const PING = { name: 'health.ping', text: 'SELECT 1' };

export type Condition = 'up' | 'down';

/** Whether this process can serve: its dependencies answer, and it is not about to stop. */
@Injectable()
export class Readiness {
  private stopping = false;

  constructor(private readonly sql: Sql) {}

  /** From now on the process says that it is not ready, so that a balancer sends nothing more. */
  announceStop(): void {
    this.stopping = true;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /** The condition of each dependency, by its name. */
  async dependencies(): Promise<Readonly<Record<string, Condition>>> {
    const database = await this.sql.query(PING).then(
      () => 'up' as const,
      () => 'down' as const,
    );
    return { database };
  }
}

import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { CredentialUse, type CredentialKind } from '../application/credential-use.js';

const FLUSH_INTERVAL_MS = 10_000;

/** A use less than this after the recorded one is not worth a write. */
const GRAIN = `interval '1 minute'`;

function touch(table: string): { name: string; text: string } {
  return {
    name: `identity.touch-${table}`,
    text: `
      UPDATE ${table} SET last_used_at = now()
      WHERE id = ANY($1) AND (last_used_at IS NULL OR last_used_at < now() - ${GRAIN})`,
  };
}

const TOUCH: Readonly<Record<CredentialKind, { name: string; text: string }>> = {
  session: touch('session'),
  apiKey: touch('api_key'),
};

/** Gathers uses in memory and writes them together, every ten seconds and when the process stops. */
@Injectable()
export class SqlCredentialUse extends CredentialUse implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly used: Readonly<Record<CredentialKind, Set<string>>> = {
    session: new Set(),
    apiKey: new Set(),
  };
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly sql: Sql) {
    super();
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  note(kind: CredentialKind, credentialId: string): void {
    this.used[kind].add(credentialId);
  }

  private async flush(): Promise<void> {
    for (const kind of ['session', 'apiKey'] as const) {
      const ids = [...this.used[kind]];
      if (ids.length === 0) continue;
      this.used[kind].clear();
      // Knowing when a credential was used is not worth failing for; the next use is written anyway.
      await this.sql.query(TOUCH[kind], [ids]).catch(() => undefined);
    }
  }
}

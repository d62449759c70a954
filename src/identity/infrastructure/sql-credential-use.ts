import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { CredentialUse, type CredentialKind } from '../application/credential-use.js';

const FLUSH_INTERVAL_MS = 10_000;

function touch(table: string): { name: string; text: string } {
  return {
    name: `identity.touch-${table}`,
    text: `
      UPDATE ${table} AS t SET last_used_at = now()
      FROM unnest($1::text[], $2::text[]) AS used (company_id, id)
      WHERE t.company_id = used.company_id AND t.company_id = ANY ($1) AND t.id = used.id
        AND (t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute')`,
  };
}

const TOUCH: Readonly<Record<CredentialKind, { name: string; text: string }>> = {
  session: touch('session'),
  apiKey: touch('api_key'),
};

/** Collects uses in memory and writes them together, every ten seconds and when the process stops. */
@Injectable()
export class SqlCredentialUse extends CredentialUse implements OnApplicationBootstrap, OnModuleDestroy {
  /** Company ids by credential id. */
  private readonly used: Readonly<Record<CredentialKind, Map<string, string>>> = {
    session: new Map(),
    apiKey: new Map(),
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

  note(kind: CredentialKind, companyId: string, credentialId: string): void {
    this.used[kind].set(credentialId, companyId);
  }

  private async flush(): Promise<void> {
    for (const kind of ['session', 'apiKey'] as const) {
      const used = this.used[kind];
      if (used.size === 0) continue;
      const values = [[...used.values()], [...used.keys()]];
      used.clear();
      // A failure may be ignored: the next use is written anyway.
      await this.sql.query(TOUCH[kind], values).catch(() => undefined);
    }
  }
}

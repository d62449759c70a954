import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { MAX_SCIM_REQUESTS } from '../domain/scim.limits.js';

/** A request of an identity provider, without names and addresses of people. */
export interface ScimRequest {
  /** In the order of the requests. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly apiKeyId: string;
  /** Method and path, with the attributes of a filter. */
  readonly request: string;
  readonly objectId?: string;
  readonly status: number;
  /** Why it was refused. */
  readonly detail?: string;
  readonly durationMs: number;
}

const FLUSH_INTERVAL_MS = 1_000;

const INSERT = {
  name: 'scim-requests.insert',
  text: `
    INSERT INTO scim_request (company_id, id, at, api_key_id, request, object_id, status, detail, duration_ms)
    SELECT $1, r.id, r.at, r."apiKeyId", r.request, r."objectId", r.status, r.detail, r."durationMs"
    FROM json_to_recordset($2::json) AS r (
      id text, at timestamptz, "apiKeyId" text, request text, "objectId" text, status smallint, detail text,
      "durationMs" integer
    )`,
};

const REMOVE_OLDER = {
  name: 'scim-requests.remove-older',
  text: `
    DELETE FROM scim_request WHERE company_id = $1 AND id <= (
      SELECT id FROM scim_request WHERE company_id = $1 ORDER BY id DESC OFFSET ${MAX_SCIM_REQUESTS} LIMIT 1
    )`,
};

/** Keeps the last requests of each company. */
@Injectable()
export class ScimRequests implements OnApplicationBootstrap, OnModuleDestroy {
  private noted = new Map<string, readonly ScimRequest[]>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly sql: Sql) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Does no input or output. */
  note(companyId: string, request: ScimRequest): void {
    const requests = this.noted.get(companyId) ?? [];
    this.noted.set(companyId, [...requests, request].slice(-MAX_SCIM_REQUESTS));
  }

  private async flush(): Promise<void> {
    const { noted } = this;
    this.noted = new Map();
    for (const [companyId, requests] of noted) {
      try {
        await this.sql.query(INSERT, [companyId, JSON.stringify(requests)]);
        await this.sql.query(REMOVE_OLDER, [companyId]);
      } catch {
        // They are for a person who looks on, and no request may fail for them.
      }
    }
  }
}

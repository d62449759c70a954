import { ApiClient } from './api-client.js';
import type { TestApp } from './test-app.js';
import { WorkforceFixture } from './workforce-fixture.js';

export const SCIM = '/api/v1/public/company/scim/v2';
export const USERS = `${SCIM}/Users`;
export const GROUPS = `${SCIM}/Groups`;
export const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const WORKFORCE = 'urn:ietf:params:scim:schemas:extension:workforce-engagement:2.0:User';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what the standard promises
type Body = any;

let sequence = 0;

/** A company with an identity provider. */
export class ScimFixture {
  private constructor(
    readonly workforce: WorkforceFixture,
    readonly provider: ApiClient,
  ) {}

  static async open(app: TestApp): Promise<ScimFixture> {
    const workforce = await WorkforceFixture.open(app);
    return new ScimFixture(workforce, await scimClient(app, workforce.companyId));
  }

  get app(): TestApp {
    return this.workforce.app;
  }

  get companyId(): string {
    return this.workforce.companyId;
  }

  /** A user as a provider sends it. */
  user(overrides: Body = {}): Body {
    const userName = `person${++sequence}@example.com`;
    return {
      schemas: [CORE],
      userName,
      externalId: `entra-${sequence}`,
      active: true,
      name: { givenName: 'Ana', familyName: 'Núñez' },
      emails: [{ primary: true, type: 'work', value: userName }],
      ...overrides,
    };
  }

  async created(overrides: Body = {}): Promise<Body> {
    const { status, body } = await this.provider.post(USERS, this.user(overrides));
    if (status !== 201) throw new Error(`The user was not created: ${JSON.stringify(body)}`);
    return body;
  }

  patch(id: string, ...operations: Body[]): ReturnType<ApiClient['patch']> {
    return this.provider.patch(`${USERS}/${id}`, { schemas: [PATCH_OP], Operations: operations });
  }

  async get(id: string): Promise<Body> {
    return (await this.provider.get(`${USERS}/${id}`)).body;
  }

  async find(filter: string, more = ''): Promise<Body> {
    return (await this.provider.get(`${USERS}?filter=${encodeURIComponent(filter)}${more}`)).body;
  }
}

/** A caller with the key of an identity provider. */
export async function scimClient(app: TestApp, companyId: string): Promise<ApiClient> {
  const { key } = await app.integration(['scim'], companyId);
  return new ApiClient(app.baseUrl, { Authorization: `Bearer ${key}` });
}

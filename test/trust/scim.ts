import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../src/shared-kernel/id.js';
import { runSql } from '../support/databases.js';
import { addManagers } from '../support/fleet.js';
import { InstalledPostgres } from '../support/installed-postgres.js';
import { newApiKey } from '../support/new-credential.js';
import { openFleet } from './harness/open-fleet.js';
import { NotPossible, type Finding, type TrustProgram } from './harness/program.js';
import { scimUrl, sendScim, type ScimEndpoint, type ScimOutcome } from './scim/endpoint.js';
import { runOktaTest } from './scim/okta-test.js';
import { runCollection } from './scim/postman.js';

/** The files of providers, which are not a part of the repository (docs/trust.md, "scim"). */
const FILES = [
  'PostmanCollection.json',
  'SCIM Inbound.postman_collection.json',
  'Okta-SCIM-20-SPEC-Test.json',
  'Okta-SCIM-20-CRUD-Test.json',
] as const;

/** The public tests of Microsoft and Okta, against a fresh company each. */
export const scim: TrustProgram = {
  summary: 'the public SCIM tests of Microsoft and Okta, from the folder --files, which also has newman',
  limit: { short: 300, whole: 300 },

  async run(stage) {
    const [microsoft, inbound, spec, crud] = (await filesIn(stage.files)) as [string, string, string, string];
    const server = await stage.use(InstalledPostgres.start(), (started) => started.stop());
    const { databaseUrl, fleet } = await openFleet(stage, server);
    const { baseUrl } = fleet.running('api')[0]!;
    const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-scim-')), (path) =>
      rm(path, { recursive: true }),
    );
    const tools = { newman: join(stage.files!, 'node_modules/.bin/newman'), folder };
    const endpoint = async (): Promise<ScimEndpoint> => ({ baseUrl, key: await addKey(databaseUrl) });

    const first = await endpoint();
    const reference = await runCollection(tools, microsoft, first, {});
    const other = await endpoint();
    const id1 = await addUser(other, 'known@example.com');
    const values = { Protocol: 'http', Server: new URL(baseUrl).host, Port: '', Api: apiOf(other), id1 };
    const provisioning = await runCollection(tools, inbound, other, values);
    const okta = await endpoint();
    await addUser(okta, 'first@example.com');
    const variables = { SCIMBaseURL: scimUrl(okta), SCIMUrl: scimUrl(okta), ...oktaVariables(okta) };
    return [
      finding('the collection of the reference code of Microsoft', reference),
      finding('its collection of inbound provisioning', provisioning),
      finding('the SPEC test of Okta', await runOktaTest(spec, okta, { ...variables })),
      finding('the CRUD test of Okta, with Okta played', await runOktaTest(crud, okta, { ...variables })),
    ];
  },
};

function finding(name: string, { requests, assertions, failures }: ScimOutcome): Finding {
  const seen = `${requests} requests, ${assertions} assertions, ${failures.length} failed`;
  return {
    promise: `${name} passes`,
    seen: [seen, ...failures].join('; '),
    holds: failures.length === 0 && assertions > 0,
  };
}

async function filesIn(folder: string | undefined): Promise<string[]> {
  if (folder === undefined) throw new NotPossible('scim needs --files PATH (docs/trust.md, "scim").');
  const files = FILES.map((name) => join(folder, name));
  for (const file of [...files, join(folder, 'node_modules/.bin/newman')])
    await access(file).catch(() => {
      throw new NotPossible(`There is no ${file} (docs/trust.md, "scim").`);
    });
  return files;
}

function apiOf(endpoint: ScimEndpoint): string {
  return new URL(scimUrl(endpoint)).pathname.slice(1);
}

function oktaVariables({ key }: ScimEndpoint): Record<string, string> {
  const email = 'okta.random@example.com';
  return {
    auth: `Bearer ${key}`,
    SCIMAuth: `Bearer ${key}`,
    InvalidUserEmail: 'nobody@example.com',
    UserIdThatDoesNotExist: newId(),
    randomEmail: 'random@example.com',
    randomUsername: 'random@example.com',
    randomUsernameCaps: 'RANDOM@EXAMPLE.COM',
    randomGivenName: 'Given',
    randomFamilyName: 'Family',
    oktaOrgUrl: '{{oktaOrgUrl}}',
    okta_user_email: email,
    okta_user_firstname: 'Isaac',
    okta_user_firstname_update: 'Isaak',
    okta_user_lastname: 'Brock',
  };
}

async function addUser(endpoint: ScimEndpoint, userName: string): Promise<string> {
  const name = { givenName: 'Jo', familyName: 'Doe' };
  const { body } = await sendScim(endpoint, 'POST', `${scimUrl(endpoint)}/Users`, { userName, name });
  return body.id as string;
}

async function addKey(databaseUrl: string): Promise<string> {
  const [{ companyId } = { companyId: '' }] = await addManagers(databaseUrl, 1);
  const keyId = newId();
  const { credential, digest } = await newApiKey((text) => runSql(databaseUrl, text), keyId);
  await runSql(
    databaseUrl,
    `WITH digest AS (INSERT INTO credential_digest (digest, company_id) VALUES ($3, $2))
     INSERT INTO api_key (id, company_id, digest, name, scopes, expires_at)
     VALUES ($1, $2, $3, 'Provider', '{scim}', now() + interval '1 day')`,
    [keyId, companyId, digest],
  );
  return credential;
}

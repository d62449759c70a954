import { unzipSync } from 'fflate';
import { BULK, INVITE, type Body } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { CORE, USERS } from '../../support/scim-fixture.js';
import type { Finding } from '../harness/program.js';
import type { WireClient } from '../harness/wire-client.js';
import type { Company } from './life.js';
import type { Place } from './search.js';
import type { Canary } from './values.js';

const PEOPLE = '/api/v1/public/company/people';
const LIMIT_MS = 120_000;

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;

/** Asks for the data of the person. @returns the files of the zip */
export async function accessTo(client: WireClient, { key }: Company, person: Canary): Promise<Place[]> {
  const asked = await client.send({
    method: 'POST',
    path: `${PEOPLE}/access`,
    headers: { ...key, ...JSON_TYPE },
    body: JSON.stringify({ externalId: person.personal.number }),
  });
  if (asked.status !== 202) throw new Error(`Access is answered ${asked.status}: ${asked.text}`);
  const { id } = asked.body as { readonly id: string };
  const link = await eventually(async () => {
    const { body, text } = await client.send({ method: 'GET', path: `${PEOPLE}/access/${id}`, headers: key });
    const { link: found } = body as { readonly link?: string };
    if (found === undefined) throw new Error(text);
    return found;
  }, LIMIT_MS);
  const answer = await fetch(link);
  if (answer.status !== 200) throw new Error(`The link is answered ${answer.status}.`);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.entries(files).map(([name, bytes]) => ({ name, content: Buffer.from(bytes) }));
}

/** Erases the person. @returns the numbers of what is gone, by kind */
export async function erasureOf(client: WireClient, { key }: Company, person: Canary): Promise<unknown> {
  const erase = (dryRun: boolean): ReturnType<WireClient['send']> =>
    client.send({
      method: 'POST',
      path: `${PEOPLE}/erasures`,
      headers: { ...key, ...JSON_TYPE },
      body: JSON.stringify({ externalId: person.personal.number, reason: 'Asked for by the person', dryRun }),
    });
  const counted = await erase(true);
  if (counted.status !== 200) throw new Error(`The dry run is answered ${counted.status}: ${counted.text}`);
  const asked = await erase(false);
  if (asked.status !== 202) throw new Error(`The erasure is answered ${asked.status}: ${asked.text}`);
  const { id } = asked.body as { readonly id: string };
  await eventually(async () => {
    const { body, text } = await client.send({
      method: 'GET',
      path: `${PEOPLE}/erasures/${id}`,
      headers: key,
    });
    if ((body as { readonly state?: string }).state !== 'DONE') throw new Error(text);
  }, LIMIT_MS);
  return (counted.body as { readonly counts?: unknown }).counts;
}

/** Names the person again by an invitation, a bulk row and SCIM. */
export async function isSuppressed(
  client: WireClient,
  { key, bearer }: Company,
  person: Canary,
): Promise<Finding> {
  const employee: Body = { externalId: person.personal.number, name: 'Again' };
  const email = person.mail('mail');
  const seen: string[] = [];
  for (const [path, headers, body] of [
    [INVITE, key, employee],
    [INVITE, key, { name: 'Again', email: email.toUpperCase() }],
    [BULK, key, { rows: [{ operation: 'invite', employee }] }],
    [USERS, bearer, { schemas: [CORE], userName: email, emails: [{ value: email, type: 'work' }] }],
  ] as const) {
    const sent = { ...headers, ...JSON_TYPE };
    const { text } = await client.send({ method: 'POST', path, headers: sent, body: JSON.stringify(body) });
    seen.push(/PERSON_ERASED|data of this person erased/.exec(text)?.[0] ?? text.slice(0, 200));
  }
  return {
    promise: 'an invitation, a bulk row and SCIM do not bring the person back',
    seen: seen.join(', '),
    holds: seen.every((code) => /erased/i.test(code)),
  };
}

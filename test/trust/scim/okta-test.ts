import { readFile } from 'node:fs/promises';
import { ENTERPRISE, PATCH_OP } from '../../support/scim-fixture.js';
import { scimUrl, sendScim, type ScimAnswer, type ScimEndpoint, type ScimOutcome } from './endpoint.js';

interface Assertion {
  readonly comparison: string;
  readonly source: string;
  readonly value: string | number | null;
  readonly property?: string;
}

interface Step {
  readonly step_type: string;
  readonly note: string;
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly assertions: readonly Assertion[];
  readonly variables: readonly { readonly name: string | null; readonly property: string }[];
}

type Variables = Record<string, string>;

/**
 * Runs a test of Okta, whose format is that of Runscope. Steps that are sent to Okta itself are played: by the requests
 * that Okta sends to the endpoint then.
 */
export async function runOktaTest(
  file: string,
  endpoint: ScimEndpoint,
  variables: Variables,
): Promise<ScimOutcome> {
  const { steps } = JSON.parse(await readFile(file, 'utf8')) as { steps: Step[] };
  const failures: string[] = [];
  let [requests, assertions] = [0, 0];
  for (const step of steps) {
    if (step.step_type !== 'request') continue;
    requests++;
    if (step.url.includes('{{oktaOrgUrl}}')) {
      await play(step.note, endpoint, variables);
      continue;
    }
    const [authorization] = [step.headers['Authorization'] ?? ''].flat();
    const [url, sent] = [filled(step.url, variables), step.body && filled(step.body, variables)];
    const began = performance.now();
    const answer = await sendScim(
      endpoint,
      step.method,
      encodeURI(url),
      sent,
      filled(authorization!, variables),
    );
    const tookMs = performance.now() - began;
    for (const assertion of step.assertions) {
      assertions++;
      if (!holds(assertion, answer, tookMs, variables))
        failures.push(`${step.note}: ${assertion.comparison} ${assertion.property ?? assertion.source}`);
    }
    for (const { name, property } of step.variables)
      if (name !== null) variables[name] = String(valueAt(answer.body, property));
  }
  return { requests, assertions, failures };
}

function holds(
  { comparison, source, value, property = '' }: Assertion,
  { status, body }: ScimAnswer,
  tookMs: number,
  variables: Variables,
): boolean {
  const found: unknown =
    source === 'response_status' ? status : source === 'response_time' ? tookMs : valueAt(body, property);
  const expected = filled(String(value), variables);
  switch (comparison) {
    case 'equal_number':
      return Number(found) === Number(expected);
    case 'equal':
      return String(found) === expected;
    case 'not_empty':
      return (
        found !== undefined && found !== null && found !== '' && !(Array.isArray(found) && found.length === 0)
      );
    case 'is_a_number':
      return typeof found === 'number';
    case 'is_less_than':
      return Number(found) < Number(expected);
    case 'has_value':
    case 'contains':
      return JSON.stringify(found).includes(expected);
    default:
      throw new Error(`There is no comparison ${comparison}.`);
  }
}

function valueAt(body: unknown, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
}

function filled(text: string, variables: Variables): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '');
}

/** The requests of Okta when something happens there. */
async function play(note: string, endpoint: ScimEndpoint, variables: Variables): Promise<void> {
  const url = scimUrl(endpoint);
  const userName = variables['okta_user_email'];
  const filter = encodeURIComponent(`userName eq "${userName}"`);
  const { body } = await sendScim(endpoint, 'GET', `${url}/Users?filter=${filter}&startIndex=1&count=100`);
  const [user] = body.Resources;
  const active = (value: boolean) => ({
    schemas: [PATCH_OP],
    Operations: [{ op: 'replace', value: { active: value } }],
  });
  const path = `${url}/Users/${user?.id}`;
  const givenName = variables[user ? 'okta_user_firstname_update' : 'okta_user_firstname'];
  const name = { givenName, familyName: variables['okta_user_lastname'] };
  if (note.startsWith('Assign')) {
    const emails = [{ primary: true, value: userName, type: 'work' }];
    const sent = { userName, name, emails, active: true, [ENTERPRISE]: {}, groups: [] };
    if (user) await sendScim(endpoint, 'PUT', path, { ...user, ...sent });
    else await sendScim(endpoint, 'POST', `${url}/Users`, sent);
  } else if (note.startsWith('Update')) await sendScim(endpoint, 'PUT', path, { ...user, name });
  else if (/^(Deactivate|Removes)/.test(note)) await sendScim(endpoint, 'PATCH', path, active(false));
}

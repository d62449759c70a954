import { openDeployment } from './canary/deployment.js';
import { Life, addCompany } from './canary/life.js';
import { dumpOf, placesOf, rowsOf } from './canary/places.js';
import { accessTo, erasureOf, isSuppressed } from './canary/requests.js';
import { restoredDump } from './canary/restored.js';
import { changedRows } from './canary/rows.js';
import { search, type Found, type Place } from './canary/search.js';
import { Canary } from './canary/values.js';
import type { Finding, TrustProgram } from './harness/program.js';

const OTHERS = { short: 20, whole: 2_000 };

/** Values that everything about a person must have, so that the program cannot succeed by finding nothing. */
const LEAST = [
  'name',
  'mail',
  'number',
  'formername',
  'csvname',
  'givenname',
  'street',
  'membername',
  'worktime',
  'importreason',
] as const;

/** A person of values that nobody else has lives in a company, gets what it holds, and is erased. */
export const canary: TrustProgram = {
  summary: 'a person of unmistakable values gets all of them, and after the erasure none is left anywhere',
  limit: { short: 300, whole: 900 },

  async run(stage) {
    const person = new Canary();
    const deployment = await openDeployment(stage, person);
    const { service, client, postgres, databaseUrl } = deployment;
    const company = await addCompany(service, person, stage.short ? OTHERS.short : OTHERS.whole);
    const life = new Life(client, service, company, person);
    await life.live(deployment.receiver);
    await deployment.sendMails();
    await deployment.settle();
    stage.note(`${life.refused.length} refused requests: ${life.refused.join(', ')}`);

    const held = search([await dumpOf(postgres, databaseUrl)], person.secrets);
    stage.note(
      `the database has ${new Set(held.map(({ value }) => value)).size} of ${person.secrets.length} values`,
    );
    const files = await accessTo(client, company, person);
    const findings = [access(person, held, files)];

    await deployment.settle();
    const before = await rowsOf(databaseUrl);
    const dump = await postgres.run('pg_dump', databaseUrl);
    // Records of changes of working times have only what has changed, and the ids of the entries.
    const entries = (before.get('timesheet_entry') ?? [])
      .filter((row) => person.secrets.some((secret) => row.toLowerCase().includes(secret)))
      .map((row) => JSON.parse(row) as { id: string; original_timesheet_id: string | null })
      .flatMap(({ id, original_timesheet_id: original }) => [id, ...(original === null ? [] : [original])]);
    const ids = [company.userId, life.employeeId, ...entries, ...person.secrets];
    await service.demote(company.id, company.userId);
    const counts = await erasureOf(client, company, person);
    await deployment.settle();
    stage.note(`erased: ${JSON.stringify(counts)}`);
    const places = await placesOf(deployment);
    const left = search(places, person.secrets);
    const strange = changedRows(before, await rowsOf(databaseUrl), ids);
    findings.push(
      {
        promise:
          'after the erasure no value is in the database, files, S3, Redis, mails, logs, metrics or traces',
        seen: `${person.secrets.length} values in ${places.length} places: ${named(person, left)}`,
        holds: left.length === 0,
      },
      {
        promise: 'every row of others is as before',
        seen:
          `${[...before.values()].flat().length} rows, ${strange.length} changed: ` +
          strange.slice(0, 5).join('; '),
        holds: strange.length === 0,
      },
      written(person, places),
      await isSuppressed(client, company, person),
    );
    const restored = await restoredDump(stage, deployment, dump);
    const back = search([restored], person.secrets);
    findings.push({
      promise: 'a restored dump of before has none of them after wes migrate',
      seen: named(person, back),
      holds: back.length === 0,
    });
    return findings;
  },
};

/**
 * Values of which the service does not know whose they are: the first values of the columns of a file, and answers of
 * receivers and mail servers.
 */
const OF_UNKNOWN_PEOPLE = ['csvnote', 'badname', 'receiver', 'mailserver'] as const;

/** The person gets every value that the database has, and the texts that they wrote. */
function access(person: Canary, held: readonly Found[], files: readonly Place[]): Finding {
  const values = [...new Set(held.map(({ value }) => value))];
  const unknownOwner = OF_UNKNOWN_PEOPLE.map((label) => person.personal[label]);
  const wanted = [
    ...values.filter((value) => !unknownOwner.includes(value)),
    ...Object.values(person.written),
  ];
  const got = new Set(search(files, wanted).map(({ value }) => value));
  const missing = wanted.filter((value) => !got.has(value));
  const unknown = LEAST.filter((label) => !values.includes(person.personal[label]));
  return {
    promise: 'access gives every value that is held about the person, and what they wrote',
    seen:
      `${wanted.length - missing.length} of ${wanted.length} values in ${files.length} files; missing: ` +
      `${missing.join(', ') || 'none'}; never held: ${unknown.join(', ') || 'none'}`,
    holds: missing.length === 0 && unknown.length === 0,
  };
}

function written(person: Canary, places: readonly Place[]): Finding {
  const found = new Set(search(places.slice(0, 1), Object.values(person.written)).map(({ value }) => value));
  return {
    promise: 'what the person wrote for the company stays',
    seen: `${found.size} of ${Object.keys(person.written).length} texts`,
    holds: found.size === Object.keys(person.written).length,
  };
}

function named(person: Canary, found: readonly Found[]): string {
  if (found.length === 0) return 'none found';
  const labels = new Map(Object.entries(person.personal).map(([label, value]) => [value, label]));
  return found.map(({ value, place }) => `${labels.get(value) ?? value} in ${place}`).join(', ');
}

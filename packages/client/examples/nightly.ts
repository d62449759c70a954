import { readFile, writeFile } from 'node:fs/promises';
import { Client, SyncError, type EmployeeInput } from '@wes/client';

// node nightly.js STAFF CURSOR, for instance from cron. STAFF is the whole staff as a JSON array.
const [staff = 'staff.json', cursorFile = 'cursor'] = process.argv.slice(2);
const { WES_URL: baseUrl = 'http://localhost:3000', WES_API_KEY: apiKey } = process.env;
const client = new Client({ baseUrl, apiKey });

// First the staff goes to the service. A list that would end too many people is not applied.
const people = JSON.parse(await readFile(staff, 'utf8')) as EmployeeInput[];
try {
  const { counts } = await client.syncEmployees('hr', people);
  console.log('synced', JSON.stringify(counts));
} catch (error) {
  if (!(error instanceof SyncError)) throw error;
  console.error(error.message, JSON.stringify(error.sync.counts), JSON.stringify(error.sync.issues));
  process.exitCode = 1;
}

// Then the changes of others come back. The first run reads everything.
const changes = client.changes({
  kinds: ['employee'],
  load: () => readFile(cursorFile, 'utf8').catch(() => undefined),
  save: (cursor) => writeFile(cursorFile, cursor),
  begin: async () => {
    for await (const { email } of client.entries((page) => client.listEmployees(page)))
      console.log('has', email);
  },
});
for await (const { id, deleted } of changes) console.log(deleted ? 'deleted' : 'changed', id);

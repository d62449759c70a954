import { MAX_COUNTED_PEOPLE } from '../../src/workforce/application/person.response.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';
import { createEmployees, EMPLOYEES } from './employees.js';

const PATH = '/api/v1/company/people';
const MAX_MS = 10;

/** Texts as they are typed, from frequent ones to one that a single person has. */
const SEARCHES = [
  'a',
  'g',
  '1',
  'an',
  'ana',
  'lop',
  'ana al',
  'a g',
  'gw ev',
  'ana alv 12',
  'zoe',
  'zz',
  '123456',
];

/** The search for people while a name is typed, in a large company. */
export const people: Bench = {
  name: 'people',
  summary: `GET ${PATH}?q= of ${EMPLOYEES} employees, with texts of a few letters`,
  // One connection, so that the time is that of a search alone.
  effort: { connections: 1, seconds: 1, rounds: 7 },

  async run(stage, effort) {
    const { session } = await createEmployees(stage);
    const url = stage.service.baseUrl + PATH;
    const target = (name: string, parameters: Record<string, string> = {}): Target => ({
      name,
      url: `${url}?${new URLSearchParams(parameters).toString()}`,
      headers: session,
    });
    const all = target('without q');
    const searches = SEARCHES.map((q) => target(`q=${q}`, { q }));
    const targets = [all, ...searches];
    const found: string[] = [];
    for (const each of targets) {
      const { total } = JSON.parse(await bodyOf(each)) as { total: number };
      found.push(`${each.name} finds ${total > MAX_COUNTED_PEOPLE ? 'more than counted' : total}`);
    }
    const turns = await drive(stage.driver, targets, effort);
    return {
      notes: [`${found.join(', ')}.`],
      rows: turns.rows,
      goals: targets.map((each) => turns.goal('p50', each, { atMost: MAX_MS })),
    };
  },
};

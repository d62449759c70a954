import { openClient } from '../support/databases.js';
import { Administration } from './harness/administration.js';
import { Caller } from './harness/calls.js';
import { counted } from './harness/failures.js';
import type { TrustProgram } from './harness/program.js';
import { Random } from './harness/random.js';
import { Service } from './harness/service.js';
import type { Stage } from './harness/stage.js';
import type { Deployment } from './persons/company.js';
import { play, type Outcome } from './persons/history.js';
import { Operator } from './persons/operator.js';
import { historyOf, KINDS, type Kind, type Step } from './persons/steps.js';

const HISTORIES = { short: 40, whole: 10_000 };
const LANES = 8;
/** Histories that differ, after which the program ends: others differ for the same reasons. */
const MOST_DIFFERING = 5;
const NOTED_EVERY = 250;

interface Servers {
  readonly service: Service;
  readonly operator: Operator;
  readonly caller: Caller;
}

/** A history that differs, as short as it still does. */
interface Deviation {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly outcome: Outcome;
}

/**
 * Random histories of three people, two users, two lists and an identity provider, in a company each. After each step
 * the service says of everybody what a model says that has no rows, jobs and attempts.
 */
export const persons: TrustProgram = {
  summary: 'random histories of people whose addresses move, against a model of the rules of ADR 55',
  limit: { short: 300, whole: 10_800 },

  async run(stage) {
    const servers = await open(stage);
    const histories = stage.short ? HISTORIES.short : HISTORIES.whole;
    const first = stage.seed ?? (stage.short ? 1 : Date.now() % 1_000_000);
    stage.note(`Seed ${first}; the history after it has the seed ${first + 1}, and so on`);
    const taken = new Map<Kind, number>();
    const deviations: Deviation[] = [];
    let [next, played, steps] = [0, 0, 0];
    const begun = performance.now();
    const lane = async (): Promise<void> => {
      const deployment = await withConnection(stage, servers);
      while (next < histories && deviations.length < MOST_DIFFERING) {
        const seed = first + next++;
        const history = historyOf(new Random(seed));
        const outcome = await play(deployment, history);
        played++;
        steps += outcome.lines.length;
        for (const kind of outcome.taken) taken.set(kind, (taken.get(kind) ?? 0) + 1);
        if (outcome.differences.length > 0) {
          const shortest = await shortened(deployment, { seed, steps: history, outcome });
          deviations.push(shortest);
          for (const line of linesOf(shortest)) stage.note(line);
        }
        if (played % NOTED_EVERY === 0) {
          const rate = played / ((performance.now() - begun) / 1_000);
          stage.note(`${counted(played)} histories, ${rate.toFixed(1)} in a second`);
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const missing = KINDS.filter((kind) => !taken.has(kind));
    return [
      {
        promise: 'after each step, people, sessions, SCIM, keys and data are those of the model',
        seen:
          `${counted(played)} histories with ${counted(steps)} steps from seed ${first}, ` +
          `${deviations.length} differ`,
        holds: deviations.length === 0,
      },
      // Few histories may lack a rare kind.
      ...(stage.short
        ? []
        : [
            {
              promise: 'the service takes steps of every kind',
              seen: KINDS.map((kind) => `${counted(taken.get(kind) ?? 0)} × ${kind}`).join(', '),
              holds: missing.length === 0,
            },
          ]),
    ];
  },
};

/**
 * The service waits long for a connection of the database, because a busy machine is no deviation; and a list may end
 * all of three people.
 */
async function open(stage: Stage): Promise<Servers> {
  const settings = { DATABASE_POOL_WAIT: '20s', SYNC_MAX_ENDS_PERCENT: '100' };
  const service = await stage.use(Service.start(settings), (started) => started.close());
  const operator = await stage.use(Operator.start(service.databaseUrl, service.folder), (started) =>
    started.close(),
  );
  const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
  return { service, operator, caller };
}

/** The statements of a lane do not wait for those of others. */
async function withConnection(stage: Stage, { service, operator, caller }: Servers): Promise<Deployment> {
  const { databaseUrl, baseUrl, folder } = service;
  const client = await stage.use(openClient(databaseUrl), (opened) => opened.end());
  return { administration: new Administration(databaseUrl, client, baseUrl, folder), operator, caller };
}

/** Leaves out each step without which the history still differs. */
async function shortened(deployment: Deployment, deviation: Deviation): Promise<Deviation> {
  let shortest = deviation;
  for (let at = deviation.steps.length - 1; at >= 0; at--) {
    const steps = shortest.steps.filter((_, number) => number !== at);
    const outcome = await play(deployment, steps);
    if (outcome.differences.length > 0) shortest = { ...deviation, steps, outcome };
  }
  return shortest;
}

function linesOf({ seed, outcome: { lines, differences } }: Deviation): string[] {
  return [`A history with seed ${seed} differs:`, ...lines.map((line) => `  ${line}`)].concat(
    differences.map((line) => `    ${line}`),
  );
}

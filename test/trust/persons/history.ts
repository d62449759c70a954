import { setTimeout as sleep } from 'node:timers/promises';
import { Company, type Deployment } from './company.js';
import { PersonsModel } from './model.js';
import { differencesOf, KEYS, type NamingKey } from './observation.js';
import type { Employee, Keys, StaffModel } from './staff-model.js';
import { EMAILS, type Kind, type Step } from './steps.js';

/** Another process knows of sessions that an operator has ended within a second. */
const OTHER_PROCESS_MS = 1_100;

/** A history that was carried out. */
export interface Outcome {
  /** Of each step that was sent, what was done and whether it was taken. */
  readonly lines: readonly string[];
  /** Kinds of steps that the service has taken. */
  readonly taken: readonly Kind[];
  /** After the last line, where the service and the model differ. */
  readonly differences: readonly string[];
}

/** A step in words, by the model, and by the service. */
interface Play {
  readonly line: string;
  /** Undefined for a step that is not sent. */
  readonly model: () => unknown;
  readonly service: () => Promise<unknown>;
}

/** Carries a history out in a new company until the service differs from the model. */
export async function play(deployment: Deployment, steps: readonly Step[]): Promise<Outcome> {
  const company = await Company.open(deployment, EMAILS.slice(0, 2));
  const model = new PersonsModel(company.users);
  const lines: string[] = [];
  const taken: Kind[] = [];
  for (const [number, step] of steps.entries()) {
    const each = playOf(step, model, company, `D${number + 1}`);
    const expected = each?.model();
    if (!each || expected === undefined) continue;
    const seen = await each.service();
    lines.push(`${each.line}: ${JSON.stringify(seen)}`);
    if (seen === true || seen === 'done' || (Array.isArray(seen) && seen.every(Boolean)))
      taken.push(step.kind);
    const differences =
      JSON.stringify(seen) === JSON.stringify(expected)
        ? await differencesOf(model, company, keysAfter(number))
        : [`expected ${JSON.stringify(expected)}`];
    if (differences.length > 0) return { lines, taken, differences };
  }
  return { lines, taken, differences: await differencesOf(model, company, KEYS) };
}

/** Two keys in turn, because an erasure counts in all tables. */
function keysAfter(number: number): readonly NamingKey[] {
  return [number * 2, number * 2 + 1].map((at) => KEYS[at % KEYS.length]!);
}

const text = ({ externalId, email }: Keys): string =>
  [externalId, email?.slice(0, 1)].filter(Boolean).join(' ');

function playOf(step: Step, model: PersonsModel, company: Company, label: string): Play | undefined {
  const { kind, email, by, source, rows } = step;
  const { staff } = model;
  const [known, other] = knownOf(staff, step);
  const externalId = known?.externalId ?? step.externalId;
  const otherExternalId = other?.externalId ?? step.otherExternalId;
  const letter = email.slice(0, 1);
  const user = model.users[step.user]!;
  const one = staff.employees[step.who % Math.max(1, staff.employees.length)];
  const invited = step.externalId;
  const named = [{ externalId: invited, email }, { externalId: invited }, { email }][Math.max(0, by - 9)]!;
  switch (kind) {
    case 'invite':
      return {
        line: `invite ${text(named)}`,
        model: () => staff.invite(named),
        service: () => company.invite(named),
      };
    case 'move':
    case 'clear':
    case 'renumber': {
      const change = {
        move: { email },
        clear: { email: null },
        renumber: { externalId: step.otherExternalId },
      }[kind];
      return {
        line: `change ${externalId} to ${JSON.stringify(change)}`,
        model: () => staff.update({ externalId }, change),
        service: () => company.update(externalId, change),
      };
    }
    case 'swap': {
      const exchange = swapOf(staff.employees, externalId, otherExternalId);
      return {
        line: `in one request ${exchange.map((row) => `${row.externalId} → ${row.email?.slice(0, 1) ?? 'none'}`).join(', ')}`,
        model: () => staff.bulk(exchange),
        service: () => company.bulk(exchange),
      };
    }
    case 'end': {
      const key = by < 9 ? { externalId } : { email };
      return { line: `end ${text(key)}`, model: () => staff.end(key), service: () => company.end(key) };
    }
    case 'list':
      return {
        line: `list of ${source}: ${rows.map((row) => text(row)).join(', ')}`,
        model: () => staff.list(source, rows),
        service: () => company.list(source, rows),
      };
    case 'provision': {
      const sent = by % 2 === 0 ? step.externalId : undefined;
      return {
        line: `SCIM creates ${text({ email, externalId: sent })}`,
        model: () => staff.provision(email, sent),
        service: () => company.provision(email, sent),
      };
    }
    case 'rename':
    case 'activate':
    case 'deprovision':
      return one && scimPlay(kind, one, step, model, company);
    case 'address':
      return {
        line: `address of ${user.label} is ${letter}`,
        model: () => model.changeAddress(user, email),
        service: () => company.changeAddress(user, email),
      };
    case 'link': {
      const employee = by < 9 ? one : undefined;
      return {
        line: `an operator says that ${user.label} is ${employee?.label ?? 'nobody'}`,
        model: () => model.confirmLink(user, employee),
        service: async () => {
          const isTaken = await company.confirmLink(user, employee?.id);
          if (employee?.ended !== undefined) await sleep(OTHER_PROCESS_MS);
          return isTaken;
        },
      };
    }
    case 'signIn':
      return {
        line: `${user.label} signs in`,
        model: () => model.signIn(user),
        service: () => company.signIn(user),
      };
    case 'day':
      return {
        line: 'a day passes',
        model: () => (model.passDay(), true),
        service: async () => (await company.passDay(), true),
      };
    case 'hold':
      return one && holdPlay(one, model, company);
    case 'release': {
      const hold = model.holds[0];
      return (
        hold && {
          line: `the hold on ${hold.members[0]!.label} ends`,
          model: () => model.holds.shift() !== undefined,
          service: () => company.release(hold.id),
        }
      );
    }
    case 'erase':
      return erasurePlay(step, model, company);
    case 'work': {
      const address = known?.email ?? email;
      const key = by % 3 === 0 ? ({ externalId } as const) : ({ email: address } as const);
      return {
        line: `${label}: working time of ${text(key)}`,
        model: () =>
          model.work(label, by % 3 === 0 ? 'externalId' : 'email', by % 3 === 0 ? externalId : address),
        service: () => company.work(label, key),
      };
    }
    case 'plan':
      return {
        line: `${label}: private plan of ${user.label}`,
        model: () => (user.hasSession ? (model.plan(label, user), true) : undefined),
        service: () => company.plan(user, label),
      };
  }
}

/** Two who work there, so that most steps are taken. */
function knownOf({ live }: StaffModel, { who }: Step): (Employee | undefined)[] {
  return [live[who % Math.max(1, live.length)], live[(who + 1) % Math.max(1, live.length)]];
}

/** The first one gives the address away before the second one takes it over. */
function swapOf(
  employees: readonly Employee[],
  first: string,
  second: string,
): { externalId: string; email: string | null }[] {
  const emailOf = (id: string): string | null =>
    employees.find(({ externalId, ended }) => externalId === id && ended === undefined)?.email ?? null;
  return [
    { externalId: first, email: null },
    { externalId: second, email: emailOf(first) },
    { externalId: first, email: emailOf(second) },
  ];
}

function scimPlay(
  kind: 'rename' | 'activate' | 'deprovision',
  one: Employee,
  { email, by }: Step,
  { staff }: PersonsModel,
  company: Company,
): Play {
  const id = one.id!;
  if (kind === 'deprovision')
    return {
      line: `SCIM deletes ${one.label}`,
      model: () => staff.deprovision(one),
      service: () => company.deprovision(id),
    };
  if (kind === 'rename')
    return {
      line: `SCIM renames ${one.label} to ${email.slice(0, 1)}`,
      model: () => staff.changeByScim(one, { name: email }),
      service: () => company.rename(id, email),
    };
  const isActive = by % 2 === 0;
  return {
    line: `SCIM sets ${one.label} ${isActive ? 'active' : 'inactive'}`,
    model: () => staff.changeByScim(one, { isActive }),
    service: () => company.setActive(id, isActive),
  };
}

function holdPlay(one: Employee, model: PersonsModel, company: Company): Play {
  let id = '';
  return {
    line: `a hold on ${one.label}`,
    model: () => true,
    service: async () => {
      id = await company.hold(one.id!);
      model.hold(model.personOf(one), id);
      return true;
    },
  };
}

/** By the id of an employee or a user, by an external id, or by an address. */
function erasurePlay({ externalId, email, who, by }: Step, model: PersonsModel, company: Company): Play {
  const all = [...model.users.filter(({ isErased }) => !isErased), ...model.staff.employees];
  const one = all[who % Math.max(1, all.length)];
  if (one && by < 6)
    return {
      line: `erase ${one.label}`,
      model: () => model.erase([model.personOf(one)]),
      service: () => company.erase({ personId: one.id }),
    };
  const [kind, key] = by < 9 ? (['externalId', externalId] as const) : (['email', email] as const);
  return {
    line: `erase ${text({ [kind]: key })}`,
    model: () => model.erase(model.peopleWith(kind, key)),
    service: () => company.erase({ [kind]: key }),
  };
}

import { newId } from '../../shared-kernel/id.js';
import type { DemoPlaces } from '../plans/demo-plan.js';
import { areaRecords, walkAreas, type AreaRecord } from './areas.js';
import type { DemoCharacteristic, DemoGroup, DemoWorkforce } from './demo-workforce.js';
import {
  characteristicKey,
  DemoStaff,
  groupKey,
  valueKey,
  type DemoColleague,
  type DemoEmployee,
  type IdOf,
} from './employees.js';
import { demoTimesheets, type DemoTimesheets } from './timesheets.js';

interface CharacteristicRecord extends Pick<DemoCharacteristic, 'type' | 'name'> {
  readonly id: string;
  readonly allowedValues: readonly { readonly id: string; readonly label: string }[];
  readonly nodes: readonly { readonly id: string; readonly label: string; readonly position: number }[];
}

/** Everything of a demo company but its plans, as records for the imports, and what its plans may refer to. */
export interface DemoRecords extends DemoTimesheets {
  readonly areas: readonly AreaRecord[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly characteristics: readonly CharacteristicRecord[];
  readonly employees: readonly DemoEmployee[];
  readonly places: DemoPlaces;
}

/**
 * The records of a demo company, with new ids that refer to each other, and days counted from now.
 * @param users - in their order; each is an employee with the same id
 */
export function toCompanyRecords(
  workforce: DemoWorkforce,
  users: readonly DemoColleague[],
  timeZone: string,
  now = Date.now(),
): DemoRecords {
  const ids = new Map<unknown, string>();
  const idOf: IdOf = (thing) => {
    const id = ids.get(thing) ?? newId();
    ids.set(thing, id);
    return id;
  };
  const placed = walkAreas(workforce.areas, idOf);
  const employees = new DemoStaff(workforce, placed, idOf, now).employees(users);
  const groups = Object.entries(workforce.groups) as [DemoGroup, string][];
  const areaOf = (key: string): string => placed.find((area) => area.key === key)?.id ?? '';
  return {
    areas: areaRecords(workforce.areas, idOf),
    groups: groups.map(([group, name]) => ({ id: idOf(groupKey(group)), name })),
    characteristics: workforce.characteristics.map((characteristic) =>
      characteristicRecord(characteristic, idOf),
    ),
    employees,
    ...demoTimesheets(employees, {
      timeZone,
      deletedBy: users[0]?.id ?? '',
      nightsId: idOf(groupKey('nights')),
      reasons: workforce.reasons,
      now,
    }),
    places: {
      areas: { headquarters: areaOf('headquarters'), north: areaOf('north'), south: areaOf('south') },
      groups: { newcomers: idOf(groupKey('newcomers')), nights: idOf(groupKey('nights')) },
      shiftWork: idOf(characteristicKey('shiftWork')),
    },
  };
}

function characteristicRecord(
  { key, type, name, labels = [] }: DemoCharacteristic,
  idOf: IdOf,
): CharacteristicRecord {
  const values = labels.map((label) => ({ id: idOf(valueKey(key, label)), label }));
  return {
    id: idOf(characteristicKey(key)),
    type,
    name,
    allowedValues: type === 'TREE' ? [] : values,
    nodes: type === 'TREE' ? values.map((value, position) => ({ ...value, position })) : [],
  };
}

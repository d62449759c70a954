import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { References } from '../../support/largest-bodies.js';
import { employeeRecord } from '../../support/builders/employee.js';
import { area, characteristic, group } from '../../support/builders/segmentation.js';
import type { Administration } from './administration.js';

const AREAS = 50;
const GROUPS = 50;
const CHARACTERISTICS = 10;
/** As many as an action may have. */
const EMPLOYEES = 200;

/** A company with many objects to which bodies may refer. */
export interface LargeCompany {
  readonly id: string;
  /** Headers of an admin. */
  readonly session: Readonly<Record<string, string>>;
  /** Headers of an integration with every scope. */
  readonly apiKey: Readonly<Record<string, string>>;
  /** The admin. */
  readonly userId: string;
  readonly references: References;
}

export async function addLargeCompany(service: Administration, name: string): Promise<LargeCompany> {
  const id = await service.addCompany(name);
  const { sessionId, userId } = await service.addUser(id, 'ADMIN');
  const serviceAPIKey = await service.addApiKey(id);
  const each = <T>(count: number, make: (number: string) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(String(index)));
  const areas = each(AREAS, (number) => area(`Area ${number}`));
  const groups = each(GROUPS, (number) => group(`Group ${number}`));
  const characteristics = each(CHARACTERISTICS, (number) =>
    characteristic('LIST', `Question ${number}`, 'Answer'),
  );
  const employees = each(EMPLOYEES, (number) => employeeRecord({ name: `Person ${number}` }));
  const file = join(service.folder, `${id}.json`);
  await writeFile(file, JSON.stringify({ areas, groups, characteristics, employees }));
  await service.wes('import', '--company', id, file);
  const ids = (records: readonly { readonly id: string }[]): string[] => records.map((record) => record.id);
  return {
    id,
    session: { SessionId: sessionId },
    userId,
    apiKey: { serviceAPIKey },
    references: {
      areas: ids(areas),
      groups: ids(groups),
      employees: ids(employees),
      profile: characteristics.map((one) => ({ id: one.id, valueId: one.allowedValues[0]!.id })),
    },
  };
}

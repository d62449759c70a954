import { randomUUID } from 'node:crypto';
import type { Answer, ApiClient, RequestOptions } from './api-client.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY } from './builders/segmentation.js';

export const AREAS = `${HIERARCHY}/areas`;
export const STRUCTURE_SCOPES = ['segmentation:read', 'segmentation:write'] as const;

type Body = Record<string, unknown>;

/** A write of the structure, with the one record of it in the audit trail. */
export interface StructureWrite {
  readonly operation: string;
  readonly changes: Body | ((answer: Body) => Body);
  /** The list whose tag it takes. */
  readonly list: string;
  send(options?: RequestOptions): Promise<Answer>;
}

const RENAMED = { before: { name: 'Old' }, after: { name: 'New' } };
// Made when they are compared, because programs without jest send these writes, too.
const values = (): Body => {
  const labels = expect.any(Array) as unknown;
  return { before: { allowedValues: labels }, after: { allowedValues: labels } };
};
const placed = (): Body => ({ position: expect.any(Number) as unknown });
const nothing = (): Body => ({});

/** Each write of the structure by its operation; each opens an object of its own. */
export function structureWrites(client: () => ApiClient): Record<string, () => Promise<StructureWrite>> {
  const made = async (path: string, body: Body): Promise<Body & { id: string }> =>
    (await client().post(path, body)).body;
  const put = async (
    operation: string,
    path: string,
    add: string,
    extra: Body = {},
  ): Promise<StructureWrite> => {
    const { id } = await made(add, { ...extra, name: 'Old' });
    return {
      ...{ operation, changes: RENAMED, list: path },
      send: (options) => client().put(path, [{ ...extra, id, name: 'New' }], options),
    };
  };
  const created = (
    operation: string,
    [path, tagged]: readonly [string, string],
    body: Body,
    after: Body,
    further = nothing,
  ): Promise<StructureWrite> =>
    Promise.resolve({
      ...{ operation, list: tagged },
      changes: ({ id }) => ({ after: { id, ...after, ...further() } }),
      send: (options) => client().post(path, body, options),
    });
  const changed = async (
    operation: string,
    [path, tagged]: readonly [string, string],
    body: Body = {},
  ): Promise<StructureWrite> => {
    const { id } = await made(path, { ...body, name: 'Old' });
    return {
      ...{ operation, changes: RENAMED, list: tagged },
      send: (options) => client().patch(`${path}/${id}`, { name: 'New' }, options),
    };
  };
  const removed = async (
    operation: string,
    [path, tagged]: readonly [string, string],
    { body = {}, before = nothing }: { body?: Body; before?: () => Body } = {},
  ): Promise<StructureWrite> => {
    const { id } = await made(path, { ...body, name: 'Old' });
    return {
      ...{ operation, changes: () => ({ before: { id, name: 'Old', ...before() } }), list: tagged },
      send: (options) => client().delete(`${path}/${id}`, options),
    };
  };
  const ofValue = async (
    send: (values: string, value: string, options?: RequestOptions) => Promise<Answer>,
  ): Promise<StructureWrite> => {
    const externalId = randomUUID();
    const allowedValues = [{ label: 'Old', externalId }];
    const { id } = await made(CHARACTERISTICS, { type: 'LIST', name: 'Old', allowedValues });
    return {
      ...{ operation: 'characteristic.update', changes: values, list: CHARACTERISTICS },
      send: (options) => send(`${CHARACTERISTICS}/${id}/values`, externalId, options),
    };
  };
  const [areas, groups] = [[AREAS, HIERARCHY] as const, [GROUPS, GROUPS] as const];
  const characteristics = [CHARACTERISTICS, CHARACTERISTICS] as const;
  const date = { type: 'DATE' };
  const lists = { allowedValues: [], nodes: [] };
  return {
    replaceAreas: () => put('area.update', HIERARCHY, AREAS),
    createArea: () => created('area.create', areas, { name: 'New' }, { name: 'New' }, placed),
    updateArea: () => changed('area.update', areas),
    deleteArea: () => removed('area.delete', areas, { before: placed }),
    replaceGroups: () => put('group.update', GROUPS, GROUPS),
    createGroup: () => created('group.create', groups, { name: 'New' }, { name: 'New' }),
    updateGroup: () => changed('group.update', groups),
    deleteGroup: () => removed('group.delete', groups),
    replaceCharacteristics: () => put('characteristic.update', CHARACTERISTICS, CHARACTERISTICS, date),
    createCharacteristic: () =>
      created(
        'characteristic.create',
        characteristics,
        { ...date, name: 'New' },
        { ...date, name: 'New', ...lists },
      ),
    updateCharacteristic: () => changed('characteristic.update', characteristics, date),
    deleteCharacteristic: () =>
      removed('characteristic.delete', characteristics, {
        body: date,
        before: () => ({ ...date, ...lists }),
      }),
    createCharacteristicValue: () =>
      ofValue((values, _, options) => client().post(values, { label: 'New' }, options)),
    updateCharacteristicValue: () =>
      ofValue((values, value, options) => client().patch(`${values}/${value}`, { label: 'New' }, options)),
    deleteCharacteristicValue: () =>
      ofValue((values, value, options) => client().delete(`${values}/${value}`, options)),
  };
}

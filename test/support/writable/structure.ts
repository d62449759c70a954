import type { Type } from '@nestjs/common';
import { AreaResponse, ChangedAreaResponse } from '../../../src/segmentation/application/area.response.js';
import {
  AllowedValueResponse,
  CharacteristicResponse,
} from '../../../src/segmentation/application/characteristic.response.js';
import { GroupResponse } from '../../../src/segmentation/application/group.response.js';
import { AreaRecord, CharacteristicRecord, GroupRecord } from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import {
  AreaPatchRequest,
  CharacteristicPatchRequest,
  GroupPatchRequest,
  NewAreaRequest,
  NewCharacteristicRequest,
  NewGroupRequest,
  NewValueRequest,
  ValuePatchRequest,
} from '../../../src/segmentation/interface/segmentation.requests.js';
import type { ApiClient } from '../api-client.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY } from '../builders/segmentation.js';
import { Sample, textOf } from '../property-samples.js';
import type { Body, Given, Written } from '../property-walk.js';
import { AREAS, STRUCTURE_SCOPES } from '../structure-writes.js';
import type { TestApp } from '../test-app.js';
import { ENTRY } from './segmentation.js';
import { bodyOf, entryOf, ID, idOf, type WritableKind } from './writable-kind.js';

interface Options {
  readonly base?: Body;
  readonly given?: Record<string, Given>;
  /** Prepares a new company. @returns more about properties */
  readonly prepare?: (client: ApiClient) => Promise<Record<string, Given>>;
  /** Makes what a new object belongs to. @returns the path of its objects */
  readonly parent?: (client: ApiClient) => Promise<string>;
  /** The object in the answer. */
  readonly shown?: (answer: Body) => Body;
  /** The objects among which it has a place, where answers do not have it. */
  readonly among?: (client: ApiClient, answer: Body) => Promise<Body[]> | Body[];
}

const clientOf = async (app: TestApp): Promise<ApiClient> =>
  app.integration(STRUCTURE_SCOPES, await app.company());

function whole(
  [dto, response]: readonly [Type<object>, Type<object>],
  path: string,
  options: Options = {},
): WritableKind {
  return {
    dto,
    response,
    async open(app) {
      const client = await clientOf(app);
      const put = async (body: Body): Promise<Written> => {
        bodyOf(await client.put(path, [body]));
        return { answers: { GET: entryOf((await client.get(path)).body, body['id']) ?? {} } };
      };
      return {
        dto,
        base: () => ({ id: newId(), name: 'Name', ...options.base }),
        create: put,
        update: (_, body) => put(body),
        given: { id: ID, externalId: { stays: true }, ...options.given },
      };
    },
  };
}

/** An answer about an object, and its place. */
async function written(
  client: ApiClient,
  method: string,
  answer: Body,
  { shown = (one) => one, among }: Options,
): Promise<Written> {
  const object = shown(answer);
  const list = (await among?.(client, answer)) ?? [];
  const position = list.findIndex(({ id }) => id === object['id']);
  return { answers: { [method]: object }, ...(among && { stored: { position } }) };
}

function created(
  [dto, response]: readonly [Type<object>, Type<object>],
  path: string,
  options: Options,
): WritableKind {
  const { base = { name: 'Name' }, given, prepare, parent } = options;
  return {
    dto,
    response,
    async open(app) {
      const client = await clientOf(app);
      const prepared = await prepare?.(client);
      return {
        dto,
        base: () => base,
        create: async (body) => {
          const at = (await parent?.(client)) ?? path;
          return written(client, 'POST', bodyOf(await client.post(at, body)), options);
        },
        given: { ...given, ...prepared },
      };
    },
  };
}

function patched(
  [dto, response]: readonly [Type<object>, Type<object>],
  path: string,
  options: Options,
): WritableKind {
  const { base = { name: 'Name' }, given, prepare, parent, shown = (answer: Body) => answer } = options;
  return {
    dto,
    response,
    async open(app) {
      const client = await clientOf(app);
      const prepared = await prepare?.(client);
      let at = path;
      const patch = async (id: string, body: Body): Promise<Written> =>
        written(client, 'PATCH', bodyOf(await client.patch(`${at}/${id}`, body)), options);
      return {
        dto,
        base: () => ({}),
        create: async (body) => {
          at = (await parent?.(client)) ?? path;
          return patch(String(shown(bodyOf(await client.post(at, base)))['id']), body);
        },
        update: (before, body) => patch(idOf(before), body),
        given: { ...given, ...prepared },
        staysWhenAbsent: true,
      };
    },
  };
}

const PLACE: Given = { values: () => [1, 0], isHidden: true };
const LISTS: Record<string, Given> = {
  allowedValues: { beside: () => ({ type: 'LIST' }) },
  'allowedValues[]': ENTRY,
  'allowedValues[].externalId': { stays: true },
  nodes: { beside: () => ({ type: 'TREE' }) },
  'nodes[]': ENTRY,
  'nodes[].externalId': { stays: true },
};
const STAYING_LISTS: Record<string, Given> = {
  ...LISTS,
  allowedValues: { ...LISTS['allowedValues'], stays: true },
  nodes: { ...LISTS['nodes'], stays: true },
};

/** An area to be below. */
const withParent = async (client: ApiClient): Promise<Record<string, Given>> => {
  const { id } = bodyOf(await client.post(AREAS, { name: 'Parent', externalId: 'P' }));
  return {
    parentId: { values: () => [new Sample('P', id), id] },
    position: { values: () => [0], beside: () => ({ parentId: undefined }) },
  };
};

/** Objects to be between. */
const amongOthers = (path: string, body: Body = {}): Pick<Options, 'prepare' | 'among'> => ({
  async prepare(client) {
    for (const name of ['First', 'Second']) bodyOf(await client.post(path, { ...body, name }));
    return { position: PLACE };
  },
  among: async (client) => (await client.get(path)).body as Body[],
});

const LIST = { type: 'LIST', name: 'Name', allowedValues: [{ label: 'First' }, { label: 'Second' }] };
/** Values of a characteristic that has two already. */
const VALUE: Options = {
  base: { label: 'Label' },
  given: { position: PLACE },
  async parent(client) {
    const { id } = bodyOf(await client.post(CHARACTERISTICS, LIST));
    return `${CHARACTERISTICS}/${String(id)}/values`;
  },
  shown: ({ allowedValues }) =>
    (allowedValues as Body[]).find(({ label }) => label !== 'First' && label !== 'Second') ?? {},
  among: (_, { allowedValues }) => allowedValues as Body[],
};

export const wholeArea = whole([AreaRecord, AreaResponse], HIERARCHY, {
  given: { children: { values: () => [[{ id: newId(), name: textOf(1), children: [] }], []], stays: true } },
});
export const wholeGroup = whole([GroupRecord, GroupResponse], GROUPS);
export const wholeCharacteristic = whole([CharacteristicRecord, CharacteristicResponse], CHARACTERISTICS, {
  base: { type: 'DATE' },
  given: STAYING_LISTS,
});
export const newArea = created([NewAreaRequest, ChangedAreaResponse], AREAS, { prepare: withParent });
export const patchedArea = patched([AreaPatchRequest, ChangedAreaResponse], AREAS, { prepare: withParent });
export const newGroup = created([NewGroupRequest, GroupResponse], GROUPS, amongOthers(GROUPS));
export const patchedGroup = patched([GroupPatchRequest, GroupResponse], GROUPS, amongOthers(GROUPS));
const CHARACTERISTIC: Options = {
  base: { type: 'DATE', name: 'Name' },
  given: LISTS,
  ...amongOthers(CHARACTERISTICS, { type: 'DATE' }),
};
export const newCharacteristic = created(
  [NewCharacteristicRequest, CharacteristicResponse],
  CHARACTERISTICS,
  CHARACTERISTIC,
);
export const patchedCharacteristic = patched(
  [CharacteristicPatchRequest, CharacteristicResponse],
  CHARACTERISTICS,
  CHARACTERISTIC,
);
export const newValue = created([NewValueRequest, AllowedValueResponse], '', VALUE);
export const patchedValue = patched([ValuePatchRequest, AllowedValueResponse], '', VALUE);

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
} from '../../../src/structure/interface/structure.requests.js';
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
  /** Prepares a new company. @returns more about properties, and the path of the objects */
  readonly prepare?: (client: ApiClient) => Promise<{ given?: Record<string, Given>; path?: string }>;
  /** The object in the answer. */
  readonly shown?: (answer: Body) => Body;
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

function created(
  [dto, response]: readonly [Type<object>, Type<object>],
  path: string,
  { base = { name: 'Name' }, given = {}, prepare, shown = (answer) => answer }: Options,
): WritableKind {
  return {
    dto,
    response,
    async open(app) {
      const client = await clientOf(app);
      const prepared = await prepare?.(client);
      return {
        dto,
        base: () => base,
        create: async (body) => ({
          answers: { POST: shown(bodyOf(await client.post(prepared?.path ?? path, body))) },
        }),
        given: { ...given, ...prepared?.given },
      };
    },
  };
}

function patched(
  [dto, response]: readonly [Type<object>, Type<object>],
  path: string,
  { base = { name: 'Name' }, given = {}, prepare, shown = (answer) => answer }: Options,
): WritableKind {
  return {
    dto,
    response,
    async open(app) {
      const client = await clientOf(app);
      const prepared = await prepare?.(client);
      const at = prepared?.path ?? path;
      const patch = async (id: string, body: Body): Promise<Written> => ({
        answers: { PATCH: shown(bodyOf(await client.patch(`${at}/${id}`, body))) },
      });
      return {
        dto,
        base: () => ({}),
        create: async (body) => patch(String(shown(bodyOf(await client.post(at, base)))['id']), body),
        update: (before, body) => patch(idOf(before), body),
        given: { ...given, ...prepared?.given },
        staysWhenAbsent: true,
      };
    },
  };
}

const HIDDEN: Given = { values: () => [1, 0], isHidden: true };
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

/** Two areas, of which one is at the top and has an external id. */
const withParent = async (client: ApiClient): Promise<{ given: Record<string, Given> }> => {
  const { id } = bodyOf(await client.post(AREAS, { name: 'Parent', externalId: 'P' }));
  return {
    given: {
      parentId: { values: () => [new Sample('P', id), id] },
      position: { values: () => [0], beside: () => ({ parentId: undefined }) },
    },
  };
};

/** A characteristic with one value, whose values are the objects. */
const withValues = async (client: ApiClient): Promise<{ path: string }> => {
  const body = { type: 'LIST', name: 'Name', allowedValues: [{ externalId: 'first', label: 'First' }] };
  const { id } = bodyOf(await client.post(CHARACTERISTICS, body));
  return { path: `${CHARACTERISTICS}/${String(id)}/values` };
};
const lastValue = ({ allowedValues }: Body): Body =>
  (allowedValues as Body[]).find(({ externalId }) => externalId !== 'first') ?? {};

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
export const newGroup = created([NewGroupRequest, GroupResponse], GROUPS, { given: { position: HIDDEN } });
export const patchedGroup = patched([GroupPatchRequest, GroupResponse], GROUPS, {
  given: { position: HIDDEN },
});
export const newCharacteristic = created(
  [NewCharacteristicRequest, CharacteristicResponse],
  CHARACTERISTICS,
  {
    base: { type: 'DATE', name: 'Name' },
    given: { position: HIDDEN, ...LISTS },
  },
);
export const patchedCharacteristic = patched(
  [CharacteristicPatchRequest, CharacteristicResponse],
  CHARACTERISTICS,
  { base: { type: 'DATE', name: 'Name' }, given: { position: HIDDEN, ...LISTS } },
);
export const newValue = created([NewValueRequest, AllowedValueResponse], '', {
  ...{ base: { label: 'Label' }, given: { position: HIDDEN }, prepare: withValues, shown: lastValue },
});
export const patchedValue = patched([ValuePatchRequest, AllowedValueResponse], '', {
  ...{ base: { label: 'Label' }, given: { position: HIDDEN }, prepare: withValues, shown: lastValue },
});

import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Untagged } from '../../platform/http/handler-options.js';
import { ApiIfMatch } from '../../platform/http/if-match.js';
import { ApiJson, ApiList } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { RequirePermission, type ApiKeyPermission } from '../../platform/http/permission.js';
import { AreaResponse } from '../application/area.response.js';
import { CharacteristicResponse } from '../application/characteristic.response.js';
import { GroupResponse } from '../application/group.response.js';
import { StructureChangeResponse } from '../application/structure-change.response.js';
import {
  AreaNotEmpty,
  AreaNotFound,
  CharacteristicNotFound,
  GroupNotFound,
  SegmentationTooLarge,
  StructureInUse,
  TooManyToMove,
  ValueNotFound,
} from '../domain/segmentation.errors.js';

const AREAS = [
  {
    id: '665f1c2ab7e4d90012ab3a01',
    name: 'Hotels',
    children: [{ id: '665f1c2ab7e4d90012ab3a02', name: 'Hotel Barcelona', children: [] }],
  },
];
const GROUPS = [{ id: '665f1c2ab7e4d90012ab3b01', name: 'Night shift' }];
const CHARACTERISTICS = [
  {
    id: '665f1c2ab7e4d90012ab3c01',
    type: 'LIST',
    name: 'Contract',
    allowedValues: [
      { id: '665f1c2ab7e4d90012ab3c11', label: 'Permanent' },
      { id: '665f1c2ab7e4d90012ab3c12', label: 'Temporary' },
    ],
    nodes: [],
  },
];

export function ApiAreas(): MethodDecorator {
  const description = 'The areas that have none above them, with all areas below, in their order.';
  return ApiList(AreaResponse, description, AREAS);
}

export function ApiGroups(): MethodDecorator {
  return ApiList(GroupResponse, 'The groups in their order.', GROUPS);
}

export function ApiCharacteristics(): MethodDecorator {
  return ApiList(CharacteristicResponse, 'The characteristics in their order.', CHARACTERISTICS);
}

const WRITE_STRUCTURE = { area: 'apiKey', scope: 'segmentation:write' } satisfies ApiKeyPermission;

const CHANGE_EXAMPLE = {
  counts: { added: 1, changed: 0, moved: 0, removed: 0, unchanged: 12 },
  people: 0,
  actions: 0,
  added: [{ id: '665f1c2ab7e4d90012ab3a02', name: 'Hotel Barcelona', externalId: 'D-110' }],
  changed: [],
  moved: [],
  removed: [],
};

/** The errors that the controllers name by their codes. */
const ERRORS = {
  AREA_NOT_FOUND: AreaNotFound,
  GROUP_NOT_FOUND: GroupNotFound,
  CHARACTERISTIC_NOT_FOUND: CharacteristicNotFound,
  VALUE_NOT_FOUND: ValueNotFound,
  AREA_NOT_EMPTY: AreaNotEmpty,
  STRUCTURE_IN_USE: StructureInUse,
  TOO_MANY_TO_MOVE: TooManyToMove,
};
type StructureCode = keyof typeof ERRORS;

/** Every write of the structure. An answer has no tag: `If-Match` takes that of the list. */
export function StructureWrite(list: string, ...problems: readonly StructureCode[]): MethodDecorator {
  return applyDecorators(
    RequirePermission(WRITE_STRUCTURE),
    Untagged(),
    ApiIfMatch(list),
    ApiProblems(SegmentationTooLarge, ...problems.map((code) => ERRORS[code])),
  );
}

/** A creation, whose repeat is known by its key. */
export function StructureCreation(...problems: readonly StructureCode[]): MethodDecorator {
  return applyDecorators(
    RequirePermission(WRITE_STRUCTURE),
    Untagged(),
    ApiProblems(SegmentationTooLarge, ...problems.map((code) => ERRORS[code])),
  );
}

export function ApiStructureChange(description: string): MethodDecorator {
  return ApiJson(StructureChangeResponse, description, CHANGE_EXAMPLE);
}

/** A parameter of the path that names an object. */
export function ApiObjectId(name: string, object: string, example: string): MethodDecorator {
  return ApiParam({ name, description: `Id or external id of the ${object}, percent-encoded.`, example });
}

import { ApiList } from '../../platform/http/openapi/api-json.js';
import { AreaResponse } from '../application/area.response.js';
import { CharacteristicResponse } from '../application/characteristic.response.js';
import { GroupResponse } from '../application/group.response.js';

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

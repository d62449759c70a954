import type { ErrorCodeDefinition } from './error-code.js';

/** The part of {@link ERROR_CODES} that belongs to writes of areas, groups and characteristics. */
export const STRUCTURE_ERROR_CODES = {
  AREA_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no area with this id or external id.',
    remedy: 'Use an id or external id from the list of areas.',
    detail: 'The company has no area with this id or external id.',
  },
  GROUP_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no group with this id or external id.',
    remedy: 'Use an id or external id from the list of groups.',
    detail: 'The company has no group with this id or external id.',
  },
  CHARACTERISTIC_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no characteristic with this id or external id.',
    remedy: 'Use an id or external id from the list of characteristics.',
    detail: 'The company has no characteristic with this id or external id.',
  },
  VALUE_NOT_FOUND: {
    statuses: [404],
    meaning: 'The characteristic has no value or node with this id or external id.',
    remedy: 'Use an id or external id from the characteristic.',
    detail: 'The characteristic has no value with this id or external id.',
  },
  AREA_NOT_EMPTY: {
    statuses: [409],
    meaning: 'There are areas below the one that is to be removed.',
    remedy: 'Move or remove them first, or send all areas with `prune`.',
    detail: 'There are areas below the area: move or remove them first.',
  },
  STRUCTURE_IN_USE: {
    statuses: [409],
    meaning:
      'Employees refer to an area, a group, a characteristic or a value that would be removed. `errors` ' +
      'names up to 100.',
    remedy: 'Change these employees first, or name an object in `moveTo` to which they go.',
    detail: 'Employees refer to areas that would be removed: move them first, or name moveTo.',
    errors: [
      {
        path: 'areas',
        code: 'STILL_IN_USE',
        message: 'must keep the area "Kitchen" (665f1c2ab7e4d90012ab3a02): 3 employees use it',
      },
    ],
  },
  TOO_MANY_TO_MOVE: {
    statuses: [409],
    meaning: 'More than 10,000 people or 10,000 actions would go to `moveTo`.',
    remedy: 'Move people by a sync, or remove fewer objects by a request.',
    detail: 'A removal moves at most 10000 people and 10000 actions.',
  },
  SEGMENTATION_TOO_LARGE: {
    statuses: [409],
    meaning: 'The company would have too many areas, groups, characteristics or values of a characteristic.',
    remedy: 'Remove those that nobody uses.',
    detail: 'There may be at most 20000 areas.',
  },
} as const satisfies Record<string, ErrorCodeDefinition>;

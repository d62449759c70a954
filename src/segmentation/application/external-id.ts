import { SEGMENTATION_LIMITS } from '../domain/segmentation.rules.js';

/** The id that another system has given, in OpenAPI. */
export const EXTERNAL_ID = {
  minLength: 1,
  ...SEGMENTATION_LIMITS.externalId,
  description:
    'Id in another system, never in the form of an id; absent where there is none. References may be written with it.',
  example: 'D-100',
} as const;

import { SetMetadata } from '@nestjs/common';
import { MAX_BODY_BYTES, MAX_JSON_VALUES } from './limits.js';

/** Limits of the JSON body of an operation. */
export interface BodyLimits {
  readonly bytes: number;
  /** Keys are not counted. */
  readonly values: number;
}

export const BODY_LIMITS = 'body-limits';

export const DEFAULT_BODY_LIMITS: BodyLimits = { bytes: MAX_BODY_BYTES, values: MAX_JSON_VALUES };

/** For a handler that takes a larger body than others. Its parts should be validated one by one, giving way between. */
export function LargeBody(limits: BodyLimits): MethodDecorator {
  return SetMetadata(BODY_LIMITS, limits);
}

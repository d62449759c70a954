import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { MAX_BODY_BYTES, MAX_JSON_VALUES } from './limits.js';

const flag = () => Reflector.createDecorator<undefined, boolean>({ transform: () => true });

/** Limits of the JSON body of an operation. */
export interface BodyLimits {
  readonly bytes: number;
  /** Keys are not counted. */
  readonly values: number;
}

export const DEFAULT_BODY_LIMITS: BodyLimits = { bytes: MAX_BODY_BYTES, values: MAX_JSON_VALUES };

/** For a handler that takes a larger body than others. Its parts should be validated one by one, giving way between. */
export const LargeBody = Reflector.createDecorator<BodyLimits>();

/**
 * For a handler that reads the body of its request itself, in pieces. It checks the media type and the size, and takes
 * the share of its company when it has the body.
 */
export const StreamedBody = flag();

/**
 * For a handler that takes no permit of its company for the whole request. It may wait for long, and takes one for each
 * of its statements; or it only looks up, by statements that requests share (ADR 15).
 */
export const WithoutPermit = flag();

export const WithoutTag = flag();

/** For a handler of a standard whose clients may add parameters: those that it does not know are ignored. */
export const UnknownParametersIgnored = flag();

/** For a handler whose answers have no entity tag: they are streamed, or their tag would be of no use. */
export function Untagged(): MethodDecorator {
  return applyDecorators(WithoutTag(), ApiExtension('x-untagged', true));
}

import { applyDecorators, SetMetadata } from '@nestjs/common';
import { WithoutPermit } from './company-share.js';

export const STREAMED_BODY = 'streamed-body';

/**
 * For a handler that reads the body of its request itself, in pieces. It checks the media type and the size, and takes
 * the share of its company when it has the body.
 */
export function StreamedBody(): MethodDecorator {
  return applyDecorators(SetMetadata(STREAMED_BODY, true), WithoutPermit());
}

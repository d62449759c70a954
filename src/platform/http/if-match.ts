import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { PreconditionFailed, type Precondition } from '../../shared-kernel/precondition.js';
import { baseTagOf, tagOf } from '../dto/ready-body.js';

/**
 * The resource has one of some tags (RFC 9110, 13.1.1), be they of answers with additions or without. Proxies that
 * compress mark a tag as weak; it is still the hash of the content, so it matches.
 */
class OneOfTags implements Precondition {
  constructor(private readonly tags: readonly string[]) {}

  async check(read: () => Promise<string>): Promise<void> {
    if (!this.tags.includes(tagOf(await read()))) throw new PreconditionFailed();
  }
}

/** The condition of `If-Match`; undefined for `*`, which every resource satisfies that exists. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): Precondition | undefined => {
    const condition = context.switchToHttp().getRequest<Request>().headers['if-match'];
    if (condition === undefined || condition === '*') return undefined;
    return new OneOfTags(condition.split(',').map((tag) => baseTagOf(tag.trim().replace(/^W\//, ''))));
  },
);

/** Documents that a write honours `If-Match`. */
export function ApiIfMatch(resource: string): MethodDecorator {
  return ApiHeader({
    name: 'If-Match',
    required: false,
    description: `Entity tags of ${resource}. The write is refused with 412 if it has none of them any more.`,
  });
}

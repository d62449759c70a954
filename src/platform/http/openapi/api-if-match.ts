import { ApiHeader } from '@nestjs/swagger';

/** Documents that a write honours `If-Match`. */
export function ApiIfMatch(resource: string): MethodDecorator {
  return ApiHeader({
    name: 'If-Match',
    required: false,
    description: `Entity tags of ${resource}. The write is refused with 412 if it has none of them any more.`,
  });
}

import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** A return value of a handler whose status or headers depend on the request; other handlers return the body alone. */
export class Answer {
  /**
   * @param body - see {@link sendAnswer}
   * @param extra - `status` in place of the one of the handler, and further headers
   */
  constructor(
    readonly body: unknown,
    readonly extra: {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {}
}

export const UNTAGGED = 'untagged';

/** For a handler whose answers have no entity tag: they are streamed, or their tag would be of no use. */
export function Untagged(): MethodDecorator {
  return applyDecorators(SetMetadata(UNTAGGED, true), ApiExtension('x-untagged', true));
}

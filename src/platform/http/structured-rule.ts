import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Checked, type Check } from '../dto/checks.js';

/** Validates a property by a function of the domain. `takesNull`: null is kept, because it clears. */
export function FollowsRule(check: Check, { takesNull = false } = {}): PropertyDecorator {
  if (takesNull) return Checked(check);
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => value ?? undefined),
    Checked(check),
  );
}

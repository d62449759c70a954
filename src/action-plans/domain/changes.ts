import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import { isBlank } from '../../shared-kernel/text.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

/** The title of a plan or an action. @throws {ValidationFailed} when it is blank */
export function checkTitle({ defaultValue }: MultiLanguage): void {
  if (!isBlank(defaultValue)) return;
  const message = 'must contain a character that is not white space';
  throw new ValidationFailed([{ path: 'title.defaultValue', code: 'BLANK', message }]);
}

/** The time of a change, never before the creation: an import may name a time that is to come. */
export function timeOfChange({ createdAt }: { readonly createdAt: string }): string {
  const now = new Date().toISOString();
  return now < createdAt ? createdAt : now;
}

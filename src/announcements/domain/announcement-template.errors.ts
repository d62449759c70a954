import { defineError } from '../../shared-kernel/domain-error.js';

// Refused writes of templates are failed preconditions (docs/contract.md, "Announcement templates").

const KEY_TAKEN = [{ path: 'key', code: 'NOT_UNIQUE', message: 'must be unique across the catalogue' }];

/** Another template has this key. Keys are compared exactly as written. */
export class TemplateKeyConflict extends defineError('TEMPLATE_KEY_CONFLICT', {
  kind: 'precondition',
  meaning: 'Another template of the catalogue has this key.',
  remedy: 'Send another key, or change or delete the other template first.',
  detail: 'key is already used by another template.',
  errors: KEY_TAKEN,
}) {
  constructor() {
    super(undefined, KEY_TAKEN);
  }
}

/** No template has this id. */
export class TemplateNotFound extends defineError('TEMPLATE_NOT_FOUND', {
  kind: 'not-found',
  kindOfWrites: 'precondition',
  meaning: 'There is no template with this id.',
  remedy: 'Use an id from the list of all templates. The template may have been deleted.',
}) {}

/** The catalogue would be larger than it may be. */
export class CatalogueTooLarge extends defineError('CATALOGUE_TOO_LARGE', {
  kind: 'precondition',
  meaning: 'All templates together would have more bytes than the catalogue may have.',
  remedy: 'Delete templates that nobody uses, or shorten texts.',
  detail: 'All templates together have at most 8 MiB.',
}) {}

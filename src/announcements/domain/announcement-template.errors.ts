import { DomainError } from '../../shared-kernel/domain-error.js';

/** Another template has this key. Keys are compared exactly as written. */
export class TemplateKeyConflict extends DomainError {
  constructor() {
    super('conflict', 'TEMPLATE_KEY_CONFLICT', 'key is already used by another template.', [
      { path: 'key', code: 'NOT_UNIQUE', message: 'must be unique across the catalogue' },
    ]);
  }
}

/** No template has this id. */
export class TemplateNotFound extends DomainError {
  constructor() {
    super('not-found', 'TEMPLATE_NOT_FOUND', 'There is no template with this id.');
  }
}

/** The catalogue would be larger than it may be. */
export class CatalogueTooLarge extends DomainError {
  constructor() {
    super('conflict', 'CATALOGUE_TOO_LARGE', 'All templates together have at most 8 MiB.');
  }
}

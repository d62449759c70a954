import { DomainError } from '../../shared-kernel/domain-error.js';

export class CursorInvalid extends DomainError {
  constructor() {
    const message = 'after is no cursor for this company, these kinds, and this user or these scopes.';
    super('invalid', 'CURSOR_INVALID', message);
  }
}

export class CursorExpired extends DomainError {
  constructor() {
    super('gone', 'CURSOR_EXPIRED', 'The cursor has expired: take a new one, then read everything again.');
  }
}

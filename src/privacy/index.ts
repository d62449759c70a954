/** The public API of privacy: who is meant by a person's key. */
export { PersonQueries } from './application/person.queries.js';
export { PersonAmbiguous, PersonNotFound } from './domain/person.errors.js';
export type { PersonKey } from './domain/person-key.js';
export { PrivacyModule } from './privacy.module.js';

/** The public API of privacy: who is meant by a person's key. */
export { PersonQueries } from './application/person.queries.js';
export { PersonAmbiguous, PersonIsAdmin, PersonNotFound } from './domain/person.errors.js';
export { personKeyOf, requireOneKey, type PersonKey } from './domain/person-key.js';
export { PersonKeyRequest } from './interface/person-key.request.js';
export { PrivacyModule } from './privacy.module.js';

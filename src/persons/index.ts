/** The public API of the keys by which people are named. */
export { HeldKeysQueries } from './application/held-keys.queries.js';
export type { HeldKey, KeyKind, NamedKeys } from './domain/held-key.js';
export { FormerKeyEraser } from './infrastructure/former-key-eraser.js';
export { FormerKeySource } from './infrastructure/former-key-source.js';
export { FormerKeys } from './infrastructure/former-keys.js';
export { PersonsModule } from './persons.module.js';

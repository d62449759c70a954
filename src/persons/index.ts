/** The public API of the keys by which people are named. */
export { HeldKeysQueries } from './application/held-keys.queries.js';
export type { HeldKey, KeyKind, NamedKeys } from './domain/held-key.js';
export { FormerKeySource, KEY_PERIOD_TABLES, KeyPeriodEraser } from './infrastructure/key-period.tables.js';
export { KeyPeriods } from './infrastructure/key-periods.js';
export { PersonsModule } from './persons.module.js';

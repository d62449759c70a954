/** The public API of legal holds. */
export { isHeld, LegalHolds, type HeldInCompany } from './application/legal-holds.js';
export { UnderLegalHold } from './domain/legal-hold.errors.js';
export type { LegalHold } from './domain/legal-hold.js';
export { LEGAL_HOLD_TABLES } from './infrastructure/legal-hold.tables.js';
export { LegalHoldsApiModule, LegalHoldsModule } from './holds.module.js';
export { registerLegalHoldCommands } from './interface/legal-hold.commands.js';

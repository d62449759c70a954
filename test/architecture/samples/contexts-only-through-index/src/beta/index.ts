export { BetaModule } from './beta.module.js';
export { Beta } from './domain/beta.js';

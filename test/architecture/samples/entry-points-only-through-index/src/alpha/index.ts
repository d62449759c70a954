export { AlphaModule } from './alpha.module.js';

/** The public API of the changes context. */
export { ChangesModule } from './changes.module.js';

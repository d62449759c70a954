/** The public API of the structure context. */
export { StructureModule } from './structure.module.js';

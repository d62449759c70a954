/** Public API of the exports module. */
export { PlanExportsModule } from './exports.module.js';

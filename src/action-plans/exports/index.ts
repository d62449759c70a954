/** Public API of the exports module. */
export { PlanExportEraser } from './infrastructure/plan-export-eraser.js';
export { PlanExportsModule } from './exports.module.js';

/** Public API of the exports module. */
export { PlanExportEraser } from './infrastructure/plan-export-eraser.js';
export { PlanExportSource } from './infrastructure/plan-export-source.js';
export { PlanExportsModule } from './exports.module.js';

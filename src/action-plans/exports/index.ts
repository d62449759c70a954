/** Public API of the exports module. */
export { PlanExportEraser } from './infrastructure/plan-export-eraser.js';
export {
  PLAN_EXPORT_FILES,
  PLAN_EXPORT_TABLES,
  PlanExportSource,
} from './infrastructure/plan-export.tables.js';
export { PlanExportsModule } from './exports.module.js';

import type { PlanRow } from '../infrastructure/plan.schema.js';

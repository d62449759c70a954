import { PlanStore } from './application/plan.store.js';

import { PlanStore } from './plan.store.js';

export class PlansService {}

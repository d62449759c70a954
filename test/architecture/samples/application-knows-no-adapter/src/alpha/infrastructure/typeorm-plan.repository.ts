import type { Plan } from '../domain/plan.js';

export class TypeormPlanRepository {}

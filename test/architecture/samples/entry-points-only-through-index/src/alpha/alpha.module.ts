import { PlansService } from './application/plans.service.js';
import { Plan } from './domain/plan.js';
import { PlanRepository } from './infrastructure/plan.repository.js';
import { PlansController } from './interface/plans.controller.js';

export class AlphaModule {}

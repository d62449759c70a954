import { TypeormPlanRepository } from '../infrastructure/typeorm-plan.repository.js';

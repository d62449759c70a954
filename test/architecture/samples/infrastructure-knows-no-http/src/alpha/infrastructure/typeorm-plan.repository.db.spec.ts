import { PlanBody } from '../interface/plans.dto.js';

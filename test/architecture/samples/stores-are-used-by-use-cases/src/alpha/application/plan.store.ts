import { sql } from '../../platform/database/sql.js';
import { Plan } from '../domain/plan.js';

export class PlanStore {}

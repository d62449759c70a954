import { ReportsModule } from './reports/index.js'; // offends
import { Plan } from './domain/plan.js';

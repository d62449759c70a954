import type { Plan } from '../alpha/domain/plan.js'; // offends

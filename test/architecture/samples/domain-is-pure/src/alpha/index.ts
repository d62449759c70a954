export { Plan } from './domain/plan.js';

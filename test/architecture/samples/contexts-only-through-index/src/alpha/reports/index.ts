export { Report } from './domain/report.js';

import type { Report } from '../../alpha/reports/domain/report.js'; // offends
import type { Reports } from '../../alpha/reports/index.js';

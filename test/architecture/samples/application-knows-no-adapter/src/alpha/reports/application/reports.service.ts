import { XlsxReports } from '../infrastructure/xlsx-reports.js'; // offends
import { ReportsProcessor } from '../interface/reports.processor.js'; // offends
import type { Job } from 'bull'; // offends
import type { Report } from '../domain/report.js';

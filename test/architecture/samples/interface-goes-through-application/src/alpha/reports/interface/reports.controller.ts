import { XlsxReports } from '../infrastructure/xlsx-reports.js'; // offends
import { ReportsService } from '../application/reports.service.js';

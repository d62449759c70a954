import type { ReportsController } from '../interface/reports.controller.js'; // offends
import { ReportWriter } from '../application/ports.js';

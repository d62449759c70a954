import type { DataSource } from 'typeorm'; // offends
import { ReportsQueries } from './reports.queries.js';

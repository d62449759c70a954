import { ReportsModule } from '../reports/index.js'; // offends

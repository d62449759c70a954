import { PlansController } from './alpha/interface/plans.controller.js'; // offends
import { ReportsService } from './alpha/reports/application/reports.service.js'; // offends
import { ReportsModule } from './alpha/reports/index.js';
import { AlphaModule } from './alpha/alpha.module.js';
import { settings } from './platform/config/settings.js';

export class AppModule {}

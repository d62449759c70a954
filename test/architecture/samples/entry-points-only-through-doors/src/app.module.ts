import { PlansController } from './alpha/interface/plans.controller.js'; // offends
import { AlphaModule } from './alpha/alpha.module.js';
import { settings } from './platform/config/settings.js';

export class AppModule {}

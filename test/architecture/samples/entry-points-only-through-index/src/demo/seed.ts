import type { PlansService } from '../alpha/application/plans.service.js'; // offends
import { AlphaModule } from '../alpha/index.js';
import { AppModule } from '../app.module.js';

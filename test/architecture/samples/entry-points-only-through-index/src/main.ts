import { Plan } from './alpha/domain/plan.js'; // offends
import { AppModule } from './app.module.js';

import { AlphaModule } from '../../alpha/index.js'; // offends
import type { Plan } from '../../alpha/domain/plan.js'; // offends
import type { Actor } from '../../shared-kernel/actor.js';

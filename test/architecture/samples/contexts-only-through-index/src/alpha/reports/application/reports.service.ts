import type { Plan } from '../../domain/plan.js'; // offends
import type { Beta } from '../../../beta/domain/beta.js'; // offends
import type { PlansService } from '../../index.js';
import type { Area } from '../../../beta/index.js';
import type { Report } from '../domain/report.js';

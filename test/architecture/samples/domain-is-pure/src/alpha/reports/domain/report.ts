import { readFileSync } from 'node:fs'; // offends
import type { Plan } from '../../index.js'; // offends
import type { ReportsService } from '../application/reports.service.js'; // offends
import type { Actor } from '../../../shared-kernel/actor.js';

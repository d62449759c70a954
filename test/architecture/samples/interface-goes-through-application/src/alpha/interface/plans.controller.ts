import type { DataSource } from 'typeorm'; // offends
import { Pool } from 'pg'; // offends
import { sql } from '../../platform/database/sql.js'; // offends
import type { PlanRow } from '../infrastructure/plan.schema.js'; // offends
import { ApiOkResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import { guard } from '../../platform/http/guard.js';
import { PlansService } from '../application/plans.service.js';

import { ApiProperty } from '@nestjs/swagger'; // offends
import type { Request } from 'express'; // offends
import { guard } from '../../platform/http/guard.js'; // offends
import type { PlanBody } from '../interface/plans.dto.js'; // offends
import type { DataSource } from 'typeorm';
import { sql } from '../../platform/database/sql.js';
import type { PlanSheet } from '../application/ports.js';
import type { Plan } from '../domain/plan.js';

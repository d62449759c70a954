import { ApiProperty } from '@nestjs/swagger'; // offends
import { PlanResponse } from './plan.response.js';

import { ApiOkResponse } from '@nestjs/swagger';
import { PlansService } from '../application/plans.service.js';

import { ApiProperty } from '@nestjs/swagger';

export const PlanResponse = [ApiProperty];

import { ApiProperty } from '@nestjs/swagger';

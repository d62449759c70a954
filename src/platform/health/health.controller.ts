import { applyDecorators, Controller, Get, Res, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOperation,
  ApiProperty,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../http/permission.js';
import { Readiness, type Condition } from './readiness.js';

const OVERALL = ['ok', 'unavailable', 'stopping'] as const;

class Liveness {
  @ApiProperty({ enum: ['ok'], enumName: 'LivenessStatus' })
  status!: 'ok';
}

class ReadinessReport {
  @ApiProperty({ enum: OVERALL, enumName: 'ReadinessStatus' })
  status!: (typeof OVERALL)[number];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['up', 'down'] },
    description: 'Condition of each dependency.',
  })
  dependencies!: Readonly<Record<string, Condition>>;
}

function ApiReport(report: Type, status: number, description: string, example: object): MethodDecorator {
  const content = { 'application/json': { schema: { $ref: getSchemaPath(report) }, example } };
  return applyDecorators(ApiExtraModels(report), ApiResponse({ status, description, content }));
}

/** For balancers and orchestrators: restart the process when it is not live, send nothing when it is not ready. */
@ApiTags('Operation')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Public()
  @ApiOperation({ operationId: 'getLiveness', summary: 'Tell whether the process runs', security: [] })
  @ApiReport(Liveness, 200, 'The process runs; its dependencies may not.', { status: 'ok' })
  live(): Liveness {
    return { status: 'ok' };
  }

  @Get('ready')
  @Public()
  @ApiOperation({ operationId: 'getReadiness', summary: 'Tell whether the process can serve', security: [] })
  @ApiReport(ReadinessReport, 200, 'Ready to serve.', { status: 'ok', dependencies: { database: 'up' } })
  @ApiReport(ReadinessReport, 503, 'A dependency does not answer, or the process is about to stop.', {
    status: 'unavailable',
    dependencies: { database: 'down' },
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessReport> {
    const dependencies = await this.readiness.dependencies();
    const isUp = Object.values(dependencies).every((condition) => condition === 'up');
    const status = this.readiness.isStopping ? 'stopping' : isUp ? 'ok' : 'unavailable';
    response.setHeader('Cache-Control', 'no-store').status(status === 'ok' ? 200 : 503);
    return { status, dependencies };
  }
}

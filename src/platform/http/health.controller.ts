import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Answer } from './answer.js';
import { Untagged } from './handler-options.js';
import { ApiJson } from './openapi/api-json.js';
import { Public } from './permission.js';
import { RETRY_AFTER_S } from './problem.filter.js';
import type { Condition } from '../health/health-checks.js';
import {
  isReady,
  Readiness,
  type ReadinessReport as Report,
  type ReadinessStatus,
} from '../health/readiness.js';

const OVERALL = ['ok', 'degraded', 'unavailable', 'stopping'] as const satisfies readonly ReadinessStatus[];

class Liveness {
  @ApiProperty({ enum: ['ok'], enumName: 'LivenessStatus', description: 'Always `ok`.' })
  status!: 'ok';
}

class ReadinessReport implements Report {
  @ApiProperty({
    enum: OVERALL,
    enumName: 'ReadinessStatus',
    description: '`degraded`: everything is served, some of it later, because a dependency is down.',
  })
  status!: ReadinessStatus;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['up', 'down'] },
    description: 'Condition of each dependency.',
  })
  dependencies!: Readonly<Record<string, Condition>>;
}

/** For balancers and orchestrators: restart the process when it is not live, send nothing when it is not ready. */
@ApiTags('Operation')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Public()
  @Untagged()
  @ApiOperation({
    operationId: 'getLiveness',
    summary: 'Check that the process runs',
    description: 'Checks nothing but the process itself: restart it when this fails.',
    security: [],
  })
  @ApiJson(Liveness, 'The process runs; its dependencies may not.', { status: 'ok' })
  live(): Liveness {
    return { status: 'ok' };
  }

  @Get('ready')
  @Public()
  @Untagged()
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Check that the process can serve',
    description: 'Checks the dependencies: send no requests while this is 503.',
    security: [],
  })
  @ApiJson(ReadinessReport, 'Ready to serve.', { status: 'ok', dependencies: { database: 'up' } })
  @ApiJson(
    ReadinessReport,
    'A dependency that nothing works without does not answer, or the process is about to stop.',
    { status: 'unavailable', dependencies: { database: 'down' } },
    503,
  )
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<ReadinessReport | Answer> {
    const report = await this.readiness.report();
    if (isReady(report)) return report;
    return new Answer(report, { status: 503, headers: { 'Retry-After': RETRY_AFTER_S } });
  }

  /** The same, for those who try the shorter path. */
  @Get()
  @Public()
  @Untagged()
  @ApiExcludeEndpoint()
  @Header('Cache-Control', 'no-store')
  health(): Promise<ReadinessReport | Answer> {
    return this.ready();
  }
}

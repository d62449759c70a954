import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { HealthController } from './health.controller.js';
import type { Logger } from '../logging/logger.js';
import { AnswerInterceptor } from './answer.interceptor.js';
import { CredentialGuard } from './credential.guard.js';
import { ProblemFilter } from './problem.filter.js';
import { RateLimits } from './rate-limits.js';
import { RouteTable } from './route-table.js';
import { ContractValidationPipe } from './validation.pipe.js';

/** The classes that every request passes (ADR 32). */
@Module({})
export class HttpModule {
  static for(logger: Logger): DynamicModule {
    return {
      module: HttpModule,
      controllers: [HealthController],
      providers: [
        RateLimits,
        RouteTable,
        { provide: APP_GUARD, useClass: CredentialGuard },
        { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
        { provide: APP_PIPE, useClass: ContractValidationPipe },
        {
          provide: APP_FILTER,
          inject: [RouteTable],
          useFactory: (routes: RouteTable) => new ProblemFilter(logger, routes),
        },
      ],
    };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import { LOGGER, type Logger } from '../logging/logger.js';
import { AnswerInterceptor } from './answer.interceptor.js';
import { CredentialGuard } from './credential.guard.js';
import { HealthController } from './health.controller.js';
import { ProblemFilter, type ProblemForm } from './problem.filter.js';
import { RateLimits } from './rate-limits.js';
import { ContractValidationPipe } from './validation.pipe.js';

/** The classes that every request passes (ADR 32). */
@Module({
  controllers: [HealthController],
  providers: [
    RateLimits,
    { provide: APP_GUARD, useClass: CredentialGuard },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
    { provide: APP_PIPE, useClass: ContractValidationPipe },
  ],
})
export class HttpModule {
  /** @param forms - of problems below some paths; others are problem documents */
  static for(forms: readonly ProblemForm[]): DynamicModule {
    const useFactory = (logger: Logger, host: HttpAdapterHost): ProblemFilter =>
      new ProblemFilter(logger, host, forms);
    const filter = { provide: APP_FILTER, useFactory, inject: [LOGGER, HttpAdapterHost] };
    return { module: HttpModule, providers: [filter] };
  }
}

import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AnswerInterceptor } from './answer.interceptor.js';
import { CredentialGuard } from './credential.guard.js';
import { HealthController } from './health.controller.js';
import { ProblemFilter } from './problem.filter.js';
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
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class HttpModule {}

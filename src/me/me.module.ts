import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { IdentityModule } from '../identity/index.js';
import { SessionOperations } from '../platform/http/session-operations.js';
import { ReminderSettingsModule } from '../reminders/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { MeQueries } from './application/me.queries.js';
import { MeService } from './application/me.service.js';
import { MeController } from './interface/me.controller.js';

@Module({
  imports: [DiscoveryModule, IdentityModule, ReminderSettingsModule, WorkforceModule],
  controllers: [MeController],
  providers: [MeQueries, MeService, SessionOperations],
})
export class MeModule {}

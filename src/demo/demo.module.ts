import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { AnnouncementsModule } from '../announcements/index.js';
import { IdentityModule } from '../identity/index.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [IdentityModule, AnnouncementsModule, ActionPlansModule],
  providers: [DemoService],
  exports: [DemoService],
})
export class DemoModule {}

import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/index.js';
import { IdentityModule } from '../identity/index.js';
import { ImportsModule } from '../imports/imports.module.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [IdentityModule, AnnouncementsModule, ImportsModule],
  providers: [DemoService],
  exports: [DemoService],
})
export class DemoModule {}

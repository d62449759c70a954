import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { AnnouncementsModule } from '../announcements/index.js';
import { IdentityModule } from '../identity/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { DemoImports } from './demo-imports.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [IdentityModule, AnnouncementsModule, ActionPlansModule, SegmentationModule],
  providers: [DemoService, DemoImports],
  exports: [DemoService],
})
export class DemoModule {}

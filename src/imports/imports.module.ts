import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { IdentityModule } from '../identity/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { TimesheetsModule } from '../timesheets/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { ImportService } from './import.service.js';

/** `wes import`: records of every context. */
@Module({
  imports: [IdentityModule, SegmentationModule, WorkforceModule, ActionPlansModule, TimesheetsModule],
  providers: [ImportService],
  exports: [ImportService],
})
export class ImportsModule {}

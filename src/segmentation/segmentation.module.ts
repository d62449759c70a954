import { Module } from '@nestjs/common';
import { SegmentationQueries } from './application/segmentation.queries.js';

@Module({
  providers: [SegmentationQueries],
  exports: [SegmentationQueries],
})
export class SegmentationModule {}

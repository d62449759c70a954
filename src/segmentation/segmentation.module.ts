import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AreaImporter } from './application/area.importer.js';
import { CharacteristicImporter } from './application/characteristic.importer.js';
import { GroupImporter } from './application/group.importer.js';
import { SegmentationQueries } from './application/segmentation.queries.js';
import { SegmentationRepository } from './domain/segmentation.repository.js';
import {
  areaSchema,
  characteristicSchema,
  groupSchema,
  segmentationSchema,
} from './infrastructure/segmentation.schemas.js';
import { SqlSegmentationRepository } from './infrastructure/sql-segmentation.repository.js';
import { SegmentationController } from './interface/segmentation.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([segmentationSchema, areaSchema, groupSchema, characteristicSchema])],
  controllers: [SegmentationController],
  providers: [
    AreaImporter,
    GroupImporter,
    CharacteristicImporter,
    SegmentationQueries,
    { provide: SegmentationRepository, useClass: SqlSegmentationRepository },
  ],
  exports: [AreaImporter, GroupImporter, CharacteristicImporter, SegmentationQueries],
})
export class SegmentationModule {}

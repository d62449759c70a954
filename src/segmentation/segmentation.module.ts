import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExternalReferences } from './application/external-references.queries.js';
import { SegmentationNamesQueries } from './application/segmentation-names.queries.js';
import { SegmentationQueries } from './application/segmentation.queries.js';
import { SegmentationObjects } from './application/segmentation-objects.queries.js';
import { SegmentationService } from './application/segmentation.service.js';
import { SegmentationRepository } from './domain/segmentation.repository.js';
import {
  areaSchema,
  characteristicSchema,
  groupSchema,
  segmentationSchema,
} from './infrastructure/segmentation.schemas.js';
import { TypeormSegmentationRepository } from './infrastructure/typeorm-segmentation.repository.js';
import { AreaImporter } from './interface/area.importer.js';
import { CharacteristicImporter } from './interface/characteristic.importer.js';
import { CompanySegmentationController } from './interface/company-segmentation.controller.js';
import { GroupImporter } from './interface/group.importer.js';
import { SegmentationController } from './interface/segmentation.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([segmentationSchema, areaSchema, groupSchema, characteristicSchema])],
  controllers: [SegmentationController, CompanySegmentationController],
  providers: [
    AreaImporter,
    GroupImporter,
    CharacteristicImporter,
    SegmentationService,
    SegmentationNamesQueries,
    SegmentationQueries,
    ExternalReferences,
    SegmentationObjects,
    { provide: SegmentationRepository, useClass: TypeormSegmentationRepository },
  ],
  exports: [
    ...[AreaImporter, GroupImporter, CharacteristicImporter, SegmentationService],
    ...[SegmentationNamesQueries, SegmentationObjects, SegmentationQueries, ExternalReferences],
  ],
})
export class SegmentationModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { ExternalReferences } from './application/external-references.queries.js';
import { SegmentHolders } from './application/segment-holders.js';
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
import { AreasController } from './interface/areas.controller.js';
import { CharacteristicsController } from './interface/characteristics.controller.js';
import { CompanySegmentationController } from './interface/company-segmentation.controller.js';
import { GroupsController } from './interface/groups.controller.js';
import { SegmentationController } from './interface/segmentation.controller.js';
import { SegmentationListsController } from './interface/segmentation-lists.controller.js';
import { AreaImporter, CharacteristicImporter, GroupImporter } from './interface/segmentation.importers.js';
import { ValuesController } from './interface/values.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([segmentationSchema, areaSchema, groupSchema, characteristicSchema])],
  controllers: [SegmentationController, CompanySegmentationController],
  providers: [
    AreaImporter,
    GroupImporter,
    CharacteristicImporter,
    SegmentHolders,
    SegmentationService,
    SegmentationNamesQueries,
    SegmentationQueries,
    ExternalReferences,
    SegmentationObjects,
    { provide: SegmentationRepository, useClass: TypeormSegmentationRepository },
  ],
  exports: [
    AreaImporter,
    GroupImporter,
    CharacteristicImporter,
    SegmentHolders,
    SegmentationService,
    SegmentationNamesQueries,
    SegmentationObjects,
    SegmentationQueries,
    ExternalReferences,
  ],
})
export class SegmentationModule {}

/** Changes by requests. Their paths come after those of employees in the document. */
@Module({
  imports: [IdempotencyModule, SegmentationModule],
  controllers: [
    SegmentationListsController,
    AreasController,
    GroupsController,
    CharacteristicsController,
    ValuesController,
  ],
})
export class SegmentationApiModule {}

import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { StructureMoves } from './application/structure-moves.js';
import { StructureService } from './application/structure.service.js';
import { AreasController } from './interface/areas.controller.js';
import { CharacteristicsController } from './interface/characteristics.controller.js';
import { GroupsController } from './interface/groups.controller.js';
import { StructureController } from './interface/structure.controller.js';
import { ValuesController } from './interface/values.controller.js';

/** Changes of the segmentation by requests, with everything that refers to what they remove. */
@Module({
  imports: [IdempotencyModule, SegmentationModule, WorkforceModule, ActionPlansModule],
  controllers: [
    StructureController,
    AreasController,
    GroupsController,
    CharacteristicsController,
    ValuesController,
  ],
  providers: [StructureService, StructureMoves],
})
export class StructureModule {}

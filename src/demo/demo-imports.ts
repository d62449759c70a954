import { Injectable } from '@nestjs/common';
import { ActionPlansService } from '../action-plans/index.js';
import { AreaImporter, CharacteristicImporter, GroupImporter } from '../segmentation/index.js';

/** Records of a demo company, in the shapes in which the API returns them. */
export interface DemoDocuments {
  readonly areas: readonly object[];
  readonly groups: readonly object[];
  readonly characteristics: readonly object[];
  readonly plans: readonly object[];
}

/** Puts the records of a demo company in, in the order in which they refer to each other. */
@Injectable()
export class DemoImports {
  constructor(
    private readonly areas: AreaImporter,
    private readonly groups: GroupImporter,
    private readonly characteristics: CharacteristicImporter,
    private readonly plans: ActionPlansService,
  ) {}

  async import(companyId: string, documents: DemoDocuments): Promise<void> {
    await this.areas.import(companyId, documents.areas);
    await this.groups.import(companyId, documents.groups);
    await this.characteristics.import(companyId, documents.characteristics);
    await this.plans.import(companyId, documents.plans);
  }
}

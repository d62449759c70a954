import type { Type } from '@nestjs/common';
import { AreaResponse } from '../../../src/segmentation/application/area.response.js';
import { CharacteristicResponse } from '../../../src/segmentation/application/characteristic.response.js';
import { GroupResponse } from '../../../src/segmentation/application/group.response.js';
import { AreaImporter, CharacteristicImporter, GroupImporter } from '../../../src/segmentation/index.js';
import {
  AreaRecord,
  CharacteristicRecord,
  GroupRecord,
} from '../../../src/segmentation/interface/segmentation.records.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { RecordImporter } from '../../../src/shared-kernel/record-importer.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY } from '../builders/segmentation.js';
import { textOf } from '../property-samples.js';
import type { Body, Given, Written } from '../property-walk.js';
import { entryOf, ID, imports, type WritableKind } from './writable-kind.js';

function segmentation(
  [dto, response]: readonly [Type<object>, Type<object>],
  importer: Type<RecordImporter>,
  path: string,
  { base = {}, given = {} }: { base?: Body; given?: Record<string, Given> } = {},
): WritableKind {
  return {
    dto,
    response,
    async open(app) {
      const companyId = await app.company();
      const client = await app.integration(undefined, companyId);
      const read = async (id: unknown): Promise<Written> => ({
        answers: { GET: entryOf((await client.get(path)).body, id) ?? {} },
      });
      return {
        ...imports(app, importer, companyId, read),
        dto,
        base: () => ({ id: newId(), name: 'Name', ...base }),
        given: { id: ID, externalId: { stays: true }, ...given },
      };
    },
  };
}

export const ENTRY: Given = { beside: () => ({ id: newId() }) };

export const group = segmentation([GroupRecord, GroupResponse], GroupImporter, GROUPS);

export const area = segmentation([AreaRecord, AreaResponse], AreaImporter, HIERARCHY, {
  given: { children: { values: () => [[{ id: newId(), name: textOf(1), children: [] }], []], stays: true } },
});

export const characteristic = segmentation(
  [CharacteristicRecord, CharacteristicResponse],
  CharacteristicImporter,
  CHARACTERISTICS,
  {
    base: { type: 'DATE' },
    given: {
      allowedValues: { beside: () => ({ type: 'LIST' }), stays: true },
      'allowedValues[]': ENTRY,
      'allowedValues[].externalId': { stays: true },
      nodes: { beside: () => ({ type: 'TREE' }), stays: true },
      'nodes[]': ENTRY,
      'nodes[].externalId': { stays: true },
    },
  },
);

/** The public API of the segmentation context. */
export { SegmentationApiModule, SegmentationModule } from './segmentation.module.js';
export { ChangedAreaResponse } from './application/area.response.js';
export { CharacteristicResponse } from './application/characteristic.response.js';
export { GroupResponse } from './application/group.response.js';
export {
  AREA_CHANGES,
  CHARACTERISTIC_CHANGES,
  GROUP_CHANGES,
} from './application/segmentation-objects.queries.js';
export {
  ExternalReferences,
  type WrittenCharacteristic,
  type WrittenReferences,
} from './application/external-references.queries.js';
export {
  areasAndBelow,
  SegmentationQueries,
  type KnownCharacteristic,
  type KnownSegmentation,
  type WantedSegmentation,
} from './application/segmentation.queries.js';
/** Names in files and in SCIM. */
export { SegmentationNamesQueries } from './application/segmentation-names.queries.js';
export {
  SegmentNames,
  type FoundName,
  type Named,
  type NamedArea,
  type NamedCharacteristic,
  type NamedSegmentation,
} from './domain/segment-names.js';
/** For contexts whose rows refer to areas, groups and values. */
export { SegmentHolders, type SegmentHolder } from './application/segment-holders.js';
export { idsAfter, type ReferenceMove } from './domain/reference-move.js';
export { SegmentationService } from './application/segmentation.service.js';
export * as segmentationErrors from './domain/segmentation.errors.js';
export * as listEdits from './domain/list-edits.js';
export { AreaRecord, CharacteristicRecord, GroupRecord } from './interface/segmentation.records.js';
export type { Area } from './domain/area-forest.js';
export type { Characteristic } from './domain/characteristic.js';
export { AreaImporter, CharacteristicImporter, GroupImporter } from './interface/segmentation.importers.js';

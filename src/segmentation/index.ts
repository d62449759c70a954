/** The public API of the segmentation context. */
export { SegmentationModule } from './segmentation.module.js';
export { AreaResponse, ChangedAreaResponse } from './application/area.response.js';
export { AllowedValueResponse, CharacteristicResponse } from './application/characteristic.response.js';
export { GroupResponse } from './application/group.response.js';
export {
  AREA_CHANGES,
  CHARACTERISTIC_CHANGES,
  GROUP_CHANGES,
} from './application/segmentation-changes.queries.js';
export { areasAndBelow } from './application/areas-and-below.queries.js';
export {
  ExternalReferences,
  type WrittenCharacteristic,
  type WrittenReferences,
} from './application/external-references.queries.js';
export {
  SegmentationQueries,
  type KnownCharacteristic,
  type KnownSegmentation,
  type WantedSegmentation,
} from './application/segmentation.queries.js';
export {
  SegmentationNamesQueries,
  type Named,
  type NamedArea,
  type NamedSegmentation,
} from './application/segmentation-names.queries.js';
export {
  SegmentationService,
  type EditedSegmentation,
  type SegmentationEdit,
} from './application/segmentation.service.js';
export { SegmentationObjects } from './application/segmentation-objects.queries.js';
export * as segmentationErrors from './domain/segmentation.errors.js';
/** Changes by requests. */
export * as areaEdits from './domain/area-edits.js';
export * as listEdits from './domain/list-edits.js';
export { FINDERS, findValue } from './domain/loss.js';
export type { Difference, NamedObject } from './domain/difference.js';
export type { ChangedObject, Segmentation } from './domain/segmentation.repository.js';
export { keysOf } from './interface/given-keys.js';
export {
  AllowedValueRecord,
  AreaRecord,
  CharacteristicNodeRecord,
  CharacteristicRecord,
  ExternalId,
  GroupRecord,
} from './interface/segmentation.records.js';
export type { Area } from './domain/area-forest.js';
export type { Characteristic } from './domain/characteristic.js';
export { CHARACTERISTIC_TYPES, type CharacteristicType } from './domain/characteristic-type.js';
export { AreaImporter } from './interface/area.importer.js';
export {
  CharacteristicImporter,
  toGivenCharacteristic,
  toGivenValues,
} from './interface/characteristic.importer.js';
export { GroupImporter } from './interface/group.importer.js';

/** The public API of the segmentation context. */
export { SegmentationModule } from './segmentation.module.js';
export { ChangedAreaResponse } from './application/area.response.js';
export { CharacteristicResponse } from './application/characteristic.response.js';
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
export type { Area } from './domain/area-forest.js';
export type { Characteristic } from './domain/characteristic.js';
export { CHARACTERISTIC_TYPES, type CharacteristicType } from './domain/characteristic-type.js';
export { AreaImporter } from './interface/area.importer.js';
export { CharacteristicImporter } from './interface/characteristic.importer.js';
export { GroupImporter } from './interface/group.importer.js';

/**
 * The door of the segmentation context. Export only what other parts may use, by name.
 *
 * One door is in SQL, for lists that are filtered by area: `area_and_below(company text, ids text[])` gives the ids of
 * these areas and of all below them, each once, and nothing for ids that the company does not have.
 */
export { SegmentationModule } from './segmentation.module.js';
export { AreaImporter } from './application/area.importer.js';
export { CharacteristicImporter } from './application/characteristic.importer.js';
export { GroupImporter } from './application/group.importer.js';
export {
  SegmentationQueries,
  type KnownCharacteristic,
  type KnownSegmentation,
  type WantedSegmentation,
} from './application/segmentation.queries.js';
export { CHARACTERISTIC_TYPES, type CharacteristicType } from './domain/characteristic-type.js';

/** The answer of a person is a date, one of the allowed values, yes or no, or one of the nodes. */
export const CHARACTERISTIC_TYPES = ['DATE', 'LIST', 'BOOLEAN', 'TREE'] as const;
export type CharacteristicType = (typeof CHARACTERISTIC_TYPES)[number];

/** What a characteristic asks of a person (decisions 9): a date, one of its allowed values, or one of its nodes. */
export const CHARACTERISTIC_TYPES = ['DATE', 'LIST', 'BOOLEAN', 'TREE'] as const;
export type CharacteristicType = (typeof CHARACTERISTIC_TYPES)[number];

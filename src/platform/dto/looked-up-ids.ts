import { REFERENCE_LIMITS } from './properties.js';

/** Most ids, external ids or e-mail addresses of one look-up. */
export const MAX_LOOKED_UP = 200;

/** Rules of a parameter with the ids of a look-up. */
export const LOOKED_UP_IDS = { ...REFERENCE_LIMITS, maxItems: MAX_LOOKED_UP } as const;

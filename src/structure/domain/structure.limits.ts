/** Most people, and most actions, that a removal with `moveTo` moves. */
export const MAX_MOVED = 10_000;

/** Most objects in each list of an answer to a change of the structure. */
export const MAX_LISTED_CHANGES = 100;

/** Largest body that is read (decisions 1.8). */
export const MAX_BODY_BYTES = 1_048_576;

/** Deepest nesting of a JSON body; validation recurses, so it must not be the sender who decides how far. */
export const MAX_JSON_DEPTH = 32;

/** Most query parameters of a request, repeats included. */
export const MAX_QUERY_PARAMETERS = 1_000;

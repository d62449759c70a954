/** Largest body that is read. */
export const MAX_BODY_BYTES = 1_048_576;

/** Largest body of a form. */
export const MAX_FORM_BYTES = 8_192;

/** Deepest nesting of a JSON body. */
export const MAX_JSON_DEPTH = 32;

/** Most values in a JSON body, keys not counted. */
export const MAX_JSON_VALUES = 20_000;

/** Most properties of an object; class-transformer takes time quadratic in their number. */
export const MAX_JSON_PROPERTIES = 200;

/** Most query parameters of a request, repeats included. */
export const MAX_QUERY_PARAMETERS = 1_000;

/** Most bytes of the body of a refused request's answer. */
export const MAX_REFUSAL_BYTES = 262_144;

/** Most bytes of answers that one process keeps for a caller who does not read them. A single answer may be larger. */
export const MAX_UNSENT_BYTES = 33_554_432;

/** Most bytes of answers that one process keeps for all callers of a company who do not read them. */
export const MAX_UNSENT_COMPANY_BYTES = 134_217_728;

/** A time of an answer. */
export const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

/** The properties of a person who has just been invited that only the service writes. */
export const OF_THE_SERVICE = { activated: false, createdAt: MOMENT, updatedAt: MOMENT };

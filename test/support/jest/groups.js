/** Specs that start programs: the service, `wes`, browsers, builds and database servers. */
export const PROGRAMS =
  /\/test\/(trust|browser|process|cli|client|generated-client|package|platform\/embedded-postgres)/;

const LEFT_OUT = { checks: PROGRAMS.source, programs: `^(?!.*${PROGRAMS.source})` };

/** The paths that a group leaves out. What one leaves out is all that the other has. */
export function leftOutBy(group) {
  if (!group) return [];
  if (Object.hasOwn(LEFT_OUT, group)) return [LEFT_OUT[group]];
  throw new Error(`--only takes ${Object.keys(LEFT_OUT).join(' or ')}.`);
}

import { allErrorCodes, definitionOf } from './error-codes.js';

/** The text of `docs/errors.md`: a table of all codes below its introduction. */
export function errorCodesPage(introduction: string): string {
  const rows = allErrorCodes().map((code) => {
    const { statuses, meaning, remedy } = definitionOf(code);
    return `| \`${code}\` | ${statuses.join(', ')} | ${meaning} | ${remedy} |`;
  });
  return [
    introduction,
    '',
    '| Code | Status | Meaning | Remedy |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

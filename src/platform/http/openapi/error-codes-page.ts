import { allErrorCodes, definitionOf } from './error-codes.js';

const INTRODUCTION = `# Error codes

Every error is a problem document (RFC 9457, \`application/problem+json\`). Its \`errorCode\` is stable: programs should compare it, and not \`detail\`, which is for people. The 412 of templates has the same \`errorCode\`, \`detail\`, \`errors\` and \`requestId\` beside the template as it was sent.

\`errors\` names each invalid property by its path (such as \`profile[0].valueId\`), with a code and a message, at most 100 of them.`;

/** The text of `docs/errors.md`: a table of all codes. */
export function errorCodesPage(): string {
  const rows = allErrorCodes().map((code) => {
    const { statuses, meaning, remedy } = definitionOf(code);
    return `| \`${code}\` | ${statuses.join(', ')} | ${meaning} | ${remedy} |`;
  });
  return [
    INTRODUCTION,
    '',
    '| Code | Status | Meaning | Remedy |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

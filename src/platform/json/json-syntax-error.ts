import jsonc from 'jsonc-parser';
import { codePointLength } from '../../shared-kernel/text.js';

/** The first place at which a text is no JSON. Lines and columns are counted from 1, columns in characters. */
export interface JsonSyntaxError {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
  /** True if nothing but the end of the text, or a token that it cuts off, is wrong. */
  readonly isAtEnd: boolean;
}

const WRONG_SYMBOL = 'unexpected symbol';

/** By the names that the parser gives them. */
const REASONS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a property name is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'the text should end there',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfString: 'a string has no end',
};

/** The first syntax error of a text. Never repeats any of the text, which may be personal data. */
export function findJsonSyntaxError(text: string): JsonSyntaxError {
  let issue: JsonSyntaxError | undefined;
  const onError = (
    code: jsonc.ParseErrorCode,
    offset: number,
    length: number,
    line: number,
    column: number,
  ): void => {
    issue ??= {
      line: line + 1,
      column: codePointLength(text.slice(offset - column, offset)) + 1, // the parser counts UTF-16 units
      reason: REASONS[jsonc.printParseErrorCode(code)] ?? WRONG_SYMBOL,
      isAtEnd: offset + length >= text.length,
    };
  };
  jsonc.visit(text, { onError }, { disallowComments: true });
  return issue ?? { line: 1, column: 1, reason: WRONG_SYMBOL, isAtEnd: false };
}

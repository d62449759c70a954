import jsonc from 'jsonc-parser';

/** Where a text stops being JSON. Lines and columns are counted from 1. */
export interface JsonSyntaxError {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const WRONG_SYMBOL = 'a symbol is wrong';

/** What a person can mend, by the parser's names. */
const REASONS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a member name is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'it should end there',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfString: 'a string has no end',
};

/** The first issue of a text that is not JSON, without repeating any of the text. */
export function findJsonSyntaxError(text: string): JsonSyntaxError {
  let issue: JsonSyntaxError | undefined;
  const onError = (
    code: jsonc.ParseErrorCode,
    _offset: number,
    _length: number,
    line: number,
    column: number,
  ): void => {
    issue ??= {
      line: line + 1,
      column: column + 1,
      reason: REASONS[jsonc.printParseErrorCode(code)] ?? WRONG_SYMBOL,
    };
  };
  jsonc.visit(text, { onError }, { disallowComments: true });
  return issue ?? { line: 1, column: 1, reason: WRONG_SYMBOL };
}

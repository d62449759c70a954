import { ApiProperty, ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import { ID_FORM } from '../../shared-kernel/id.js';
import { omit } from '../../shared-kernel/omit.js';
import { ROW_HINTS, type RowDone, type RowHint, type RowOutcome } from '../../shared-kernel/row-outcome.js';
import { HttpProblem, problemBody, problemOf } from '../http/http-problem.js';
import type { ProblemStatus } from '../http/openapi/error-code.js';
import { definitionOf } from '../http/openapi/error-codes.js';
import { Problem } from '../http/openapi/problem.dto.js';
import { MAX_BULK_ISSUES, MAX_BULK_ROWS } from './bulk.limits.js';

/** The answer to the single operation, without what identifies a request. */
@ApiSchema({ name: 'RowProblem' })
export class RowProblem extends OmitType(Problem, ['instance', 'requestId']) {}

@ApiSchema({ name: 'BulkResult' })
export class BulkResultResponse {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 200,
    maximum: 599,
    description: 'The status of the single operation.',
    example: 200,
  })
  status!: number;

  @ApiPropertyOptional({
    ...ID_FORM,
    description: 'Id of the employee or the timesheet entry. Absent where `dryRun` would create one.',
    example: '665f1c2ab7e4d90012ab34cd',
  })
  id?: string;

  @ApiPropertyOptional({
    enum: [...ROW_HINTS],
    enumName: 'RowHint',
    isArray: true,
    maxItems: ROW_HINTS.length,
    description:
      'Doubts about a row that was carried out all the same; the operation says what each means. Absent where there ' +
      'are none, and in the answer to a repeat.',
    example: ['OVERLAP'],
  })
  hints?: RowHint[];

  @ApiPropertyOptional({
    type: () => RowProblem,
    description: `As the single operation answers. All rows together have at most ${MAX_BULK_ISSUES} \`errors\`.`,
  })
  problem?: RowProblem;
}

@ApiSchema({ name: 'BulkResults' })
export class BulkResponse {
  @ApiProperty({
    type: [BulkResultResponse],
    maxItems: MAX_BULK_ROWS,
    description: 'A result for each row, in the order of the rows.',
  })
  results!: BulkResultResponse[];
}

/** The result of a row: the id of the object, or the reason of the refusal. */
export type RowResult = RowDone | { readonly problem: HttpProblem };

/**
 * Carries out the valid rows.
 * @param rows - as they were read, with the problem of one that is not valid in its place
 * @returns a result for each row
 */
export async function resultsOf<Row>(
  rows: readonly (Row | HttpProblem)[],
  apply: (valid: readonly Row[]) => Promise<readonly RowOutcome[]>,
): Promise<RowResult[]> {
  const outcomes = await apply(rows.flatMap((row) => (row instanceof HttpProblem ? [] : [row])));
  const results = outcomes.map((outcome): RowResult => {
    return 'error' in outcome ? { problem: problemOf(outcome.error) } : outcome;
  });
  return rows.map((row) => {
    const result = row instanceof HttpProblem ? { problem: row } : results.shift();
    if (!result) throw new Error('Each valid row has an outcome.');
    return result;
  });
}

const DONE = 200;

export function toResponse(results: readonly RowResult[]): BulkResponse {
  let issues = 0;
  return {
    results: results.map((result) => {
      if (!('problem' in result)) return doneRow(result);
      const { errors, ...problem } = omit(problemBody(result.problem), ['instance', 'requestId']);
      if (errors) issues += errors.length;
      const isNamed = errors && issues <= MAX_BULK_ISSUES;
      return { status: problem.status, problem: { ...problem, ...(isNamed && { errors: [...errors] }) } };
    }),
  };
}

function doneRow({ id, hints }: RowDone): BulkResultResponse {
  return { status: DONE, ...(id !== undefined && { id }), ...(hints && { hints: [...hints] }) };
}

/** A result as it is kept for repeats, without personal data. */
type KeptResult = string | readonly [status: ProblemStatus, errorCode: string];

/** Status, id and code of each row. */
export function toRecord(results: readonly RowResult[]): string {
  const kept = results.map((result): KeptResult => {
    return 'problem' in result ? [result.problem.status, result.problem.errorCode] : (result.id ?? '');
  });
  return JSON.stringify(kept);
}

/** The results of which {@link toRecord} has made the text. */
export function fromRecord(record: string): RowResult[] {
  return (JSON.parse(record) as readonly KeptResult[]).map((kept) => {
    if (typeof kept === 'string') return { id: kept };
    const [status, errorCode] = kept;
    return { problem: new HttpProblem(status, errorCode, definitionOf(errorCode).meaning) };
  });
}

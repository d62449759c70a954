import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents get the columns that answers show by now: activation, turnover and times. */
export class ShowTimesOfEmployees1763690400210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE employee SET document = concat(
        left(document::text, -1),
        ',"activated":', activated::text,
        ',"turnoverDate":"' || to_char(turnover_date AT TIME ZONE 'UTC', 'YYYY-MM-DD') || 'T00:00:00.000Z"',
        ',"turnoverType":"' || turnover_type || '"',
        ',"deletedAt":' || ${textOf('deleted_at')},
        ',"createdAt":', ${textOf('created_at')},
        ',"updatedAt":', ${textOf('updated_at')},
        '}'
      )::json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const added = `{activated,turnoverDate,turnoverType,deletedAt,createdAt,updatedAt}`;
    await runner.query(`UPDATE employee SET document = (document::jsonb - '${added}'::text[])::json`);
  }
}

/** A JSON text in the form of RFC 3339, UTC, with milliseconds; null where there is no time. */
function textOf(moment: string): string {
  return `'"' || to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
}

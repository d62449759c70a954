import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Employees of one statement. */
const BATCH = 5_000;

/** `$1` company and `$2` id of the last employee of the batch before. */
const READ = `
  SELECT company_id AS "companyId", id, name FROM employee
  WHERE (company_id, id) > ($1, $2) AND name IS NOT NULL
  ORDER BY company_id, id
  LIMIT ${BATCH}`;

/** `$1` companies, `$2` ids, `$3` keys. */
const FILL = `
  UPDATE employee e SET name_keys = given.keys::tsvector
  FROM unnest($1::text[], $2::text[], $3::text[]) AS given (company_id, id, keys)
  WHERE e.company_id = given.company_id AND e.id = given.id`;

interface Row {
  readonly companyId: string;
  readonly id: string;
  readonly name: string;
}

/**
 * The words of the names of employees, by which managers find people (ADR 35). The repository writes them; here they
 * are worked out for employees who are there already.
 */
export class AddNameKeysToEmployees1763690400110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE employee ADD name_keys tsvector NOT NULL DEFAULT ''`);
    let last: Pick<Row, 'companyId' | 'id'> | undefined = { companyId: '', id: '' };
    while (last) {
      const rows = (await runner.query(READ, [last.companyId, last.id])) as Row[];
      await runner.query(FILL, [
        rows.map(({ companyId }) => companyId),
        rows.map(({ id }) => id),
        rows.map(({ companyId, name }) => keysOf(companyId, name)),
      ]);
      last = rows.at(-1);
    }
    // Every search reads the list of new entries from end to end.
    await runner.query(
      `CREATE INDEX employee_name_keys_idx ON employee USING gin (name_keys) WITH (gin_pending_list_limit = 256)
       WHERE deleted_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee DROP name_keys');
  }
}

/** As `nameKeysOf` was when this migration was written. A migration does not change with the code of the service. */
function keysOf(companyId: string, name: string): string {
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, 64).join(''));
  return [...new Set(words)].map((word) => companyId + word).join(' ');
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ð: 'd', đ: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l' },
  ...{ ŋ: 'n', ø: 'o', œ: 'oe', þ: 'th', ŧ: 't' },
};

function fold(name: string): string {
  const cased = withoutMarks(name).toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return withoutMarks(cased)
    .replace(/[æðđħıĸłŋøœþŧ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '');
}

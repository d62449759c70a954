import { Injectable } from '@nestjs/common';
import {
  PersonalDataEraser,
  PersonalDataSource,
  type Person,
  type PersonalCounts,
  type PersonalRecord,
} from '../../shared-kernel/personal-data.js';
import type { PersonalTable } from '../../shared-kernel/personal-tables.js';
import { recordsOfRows } from './personal-records.js';
import { named, Sql, type Statement } from './sql.js';

/** A table with how the rows of a person are found, given and erased, for {@link sourceOf} and {@link eraserOf}. */
export interface PersonalRows extends PersonalTable {
  /**
   * The condition of the rows of a person, with the lists of {@link Person} as its parameters; `:ids` has the ids of
   * employees and users.
   */
  readonly ofPerson?: string;
  /** The records of the person: their kind, their columns, and more of their statement. */
  readonly given?: {
    readonly kind: string;
    readonly columns: string;
    readonly condition?: string;
    readonly order: string;
  };
  /** Kind of the numbers of rows that an erasure removes; rows without a kind are not counted. */
  readonly counted?: string;
  /** Columns that an erasure sets to null, with the condition of the rows. */
  readonly cleared?: Readonly<Record<string, string>>;
}

/** A class that implements all of a port. */
type Implementation<Port> = new (sql: Sql) => Pick<Port, keyof Port>;

/** A source of the rows of some tables. */
export function sourceOf(...tables: readonly PersonalRows[]): Implementation<PersonalDataSource> {
  const statements = tables.flatMap(({ table, ofPerson, given }) => {
    if (ofPerson === undefined || given === undefined) return [];
    const { kind, columns, condition = 'true', order } = given;
    const text = `
      SELECT ${columns} FROM ${table} WHERE company_id = :companyId AND (${ofPerson}) AND ${condition} ORDER BY ${order}`;
    return [{ kind, statement: named(`${table}.of-person`, text) }];
  });

  @Injectable()
  class RowSource extends PersonalDataSource {
    constructor(private readonly sql: Sql) {
      super();
    }

    async *recordsOf(person: Person): AsyncGenerator<PersonalRecord> {
      for (const { kind, statement } of statements)
        yield* recordsOfRows(this.sql, kind, statement, valuesOf(person));
    }
  }
  return RowSource;
}

/** An eraser that removes the rows of a person, and clears columns, in the order of the tables. */
export function eraserOf(...tables: readonly PersonalRows[]): Implementation<PersonalDataEraser> {
  const statement = (name: string, text: string, condition: string): Statement =>
    named(name, `${text} WHERE company_id = :companyId AND (${condition})`);
  const counts = tables.flatMap(({ table, ofPerson, counted: kind }) => {
    if (ofPerson === undefined || kind === undefined) return [];
    const text = `SELECT count(*)::integer AS count FROM ${table}`;
    return [{ kind, count: statement(`${table}.count-of-person`, text, ofPerson) }];
  });
  const erasures = tables.flatMap(({ table, ofPerson, cleared = {} }) => [
    ...(ofPerson === undefined
      ? []
      : [statement(`${table}.delete-of-person`, `DELETE FROM ${table}`, ofPerson)]),
    ...Object.entries(cleared).map(([column, condition]) =>
      statement(`${table}.clear-${column}-of-person`, `UPDATE ${table} SET ${column} = NULL`, condition),
    ),
  ]);

  @Injectable()
  class RowEraser extends PersonalDataEraser {
    readonly tables = tables.map(({ table }) => table);

    constructor(private readonly sql: Sql) {
      super();
    }

    async count(person: Person): Promise<PersonalCounts> {
      const numbers: Record<string, number> = {};
      for (const { kind, count } of counts) {
        const [row] = await this.sql.query<{ count: number }>(count, valuesOf(person));
        numbers[kind] = (numbers[kind] ?? 0) + (row?.count ?? 0);
      }
      return numbers;
    }

    async erase(person: Person): Promise<void> {
      for (const erasure of erasures) await this.sql.query(erasure, valuesOf(person));
    }
  }
  return RowEraser;
}

/** The values of statements about a person. */
export function valuesOf(person: Person): Readonly<Record<string, unknown>> {
  return { ...person, ids: [...person.employeeIds, ...person.userIds] };
}

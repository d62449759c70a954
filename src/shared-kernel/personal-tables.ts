/** Why the service has data about people. */
export const PURPOSES = {
  accounts: 'Users sign in, and may do what their role allows.',
  staff:
    'The company keeps its staff, so that actions can be assigned and people be counted by area and group.',
  plans: 'Managers plan actions, carry them out with people, and show their progress.',
  workingTimes: 'Systems of the company exchange recorded working times.',
  mails: 'People get mails about actions and plans, and choose which.',
  accountability: 'The company can show who changed what, and undo it.',
  integration: 'Systems of the company keep the same staff, and are told of changes.',
  operation: 'Work is done exactly once, also after a failure.',
  dataProtection: 'People are erased and stay erased; what a proceeding needs is kept.',
} as const;
export type Purpose = keyof typeof PURPOSES;

export const CATEGORIES = {
  employees: 'people of the staff, also those who have left',
  users: 'people with an account',
  operators: 'people who operate the service',
} as const;
export type Category = keyof typeof CATEGORIES;

/** The class that gives or erases data, or why there is none. */
export type Owner = { readonly by: string } | { readonly none: string };

export const by = (name: string): Owner => ({ by: name });
export const none = (reason: string): Owner => ({ none: reason });

/** Data about people, in whatever place. */
interface DescribedData {
  readonly people: readonly Category[];
  /** For how long it is kept. */
  readonly kept: string;
  /** A `PersonalDataSource`. */
  readonly access: Owner;
  /** A `PersonalDataEraser`. */
  readonly erasure: Owner;
}

/** A table with data about people, as the context states it that has the table. */
export interface PersonalTable extends DescribedData {
  readonly table: string;
  readonly purpose: Purpose;
  /** The content of each column with data about people. */
  readonly columns: Readonly<Record<string, string>>;
  /** Names of the other columns, separated by spaces. */
  readonly impersonal: string;
}

/** Data about people that is in no table. */
export interface PersonalPlace extends DescribedData {
  readonly place: string;
  readonly purpose: Purpose;
  readonly holds: string;
}

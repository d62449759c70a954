import {
  CATEGORIES,
  PURPOSES,
  type Category,
  type Owner,
  type Purpose,
} from '../../../shared-kernel/personal-tables.js';
import type { RetentionSettings } from '../../retention/index.js';
import { PERSONAL_PLACES, PERSONAL_TABLES } from './catalogue.js';

/** Facts about a company and its deployment. */
export interface ProcessingFacts {
  readonly company: { readonly id: string; readonly name: string };
  readonly at: Date;
  readonly retention: RetentionSettings;
  /** Settings of the operator by variable, in days. */
  readonly operatorDays: Readonly<Record<string, number>>;
  readonly isCompanyHeld: boolean;
  readonly heldPeople: number;
  readonly webhooks: readonly { readonly host: string; readonly types: readonly string[] }[];
  readonly apiKeys: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}

/** Data in one place. */
export interface ReportedData {
  /** `table.column`, or a folder of files. */
  readonly place: string;
  readonly holds: string;
  readonly kept: string;
  /** The way by which it is given to the person, or the reason why it is not. */
  readonly access: string;
  /** The same of its erasure. */
  readonly erasure: string;
}

/** The record of processing activities of a company (GDPR, Article 30). */
export interface ProcessingReport extends ProcessingFacts {
  readonly activities: readonly {
    readonly purpose: Purpose;
    readonly description: string;
    readonly people: readonly string[];
    readonly data: readonly ReportedData[];
  }[];
  readonly mails: string;
  readonly exports: string;
  readonly measures: readonly string[];
}

const BY_ACCESS = 'the archive of a request for access';
const BY_ERASURE = 'the erasure of the person';
const MAILS =
  'Reminders, digests, links of exports and warnings go to people of the company, by the mail server of the operator.';
const EXPORTS =
  'Workbooks of plans go to those who may read the plan, by a link that expires and can be revoked.';

/** Technical and organisational measures that the service takes itself. */
const MEASURES = [
  'Each row, file and statement belongs to one company; a credential opens the data of its company only.',
  'Users have one role, keys have scopes; rights are checked for each request, and revocations hold within a second.',
  'Of session ids and API keys only digests are stored; secrets of webhooks are encrypted with a key ' +
    'outside of the database.',
  'Each change is recorded with its author and time, in the transaction that makes it.',
  'Logs have ids and no names, addresses or texts; metrics have no data about people.',
  'Figures of plans show no single person, and no area with fewer than five people.',
  'Erased people are kept as keyed hashes only, with the key outside of the database, and stay erased after a restore.',
];

export function processingReport(facts: ProcessingFacts): ProcessingReport {
  const purposes = Object.keys(PURPOSES) as Purpose[];
  return {
    ...facts,
    activities: purposes.map((purpose) => {
      const tables = PERSONAL_TABLES.filter((table) => table.purpose === purpose);
      const places = PERSONAL_PLACES.filter((place) => place.purpose === purpose);
      const people = [...tables, ...places].flatMap((each) => each.people);
      return {
        purpose,
        description: PURPOSES[purpose],
        people: [...new Set<Category>(people)].map((category) => CATEGORIES[category]),
        data: [
          ...tables.flatMap(({ table, columns, kept, access, erasure }) =>
            Object.entries(columns).map(([column, holds]) =>
              reported({ place: `${table}.${column}`, holds, kept, access, erasure }),
            ),
          ),
          ...places.map(reported),
        ],
      };
    }),
    mails: MAILS,
    exports: EXPORTS,
    measures: MEASURES,
  };
}

function reported({
  place,
  holds,
  kept,
  access,
  erasure,
}: {
  readonly place: string;
  readonly holds: string;
  readonly kept: string;
  readonly access: Owner;
  readonly erasure: Owner;
}): ReportedData {
  return { place, holds, kept, access: wayOf(access, BY_ACCESS), erasure: wayOf(erasure, BY_ERASURE) };
}

function wayOf(owner: Owner, way: string): string {
  return 'by' in owner ? way : owner.none;
}

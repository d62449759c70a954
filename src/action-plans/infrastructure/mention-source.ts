import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { inCompany } from '../../platform/database/in-company.js';
import { Sql } from '../../platform/database/sql.js';
import { foldText } from '../../shared-kernel/folding.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';
import { EmployeesQueries } from '../../workforce/index.js';

/** Shorter words are in too many texts. */
const MIN_LENGTH = 3;

/** Notes that are read together. */
const BATCH = 1_000;

/** Texts of plans and actions that others wrote: `$2` ids of users, `$3` folded words. */
const FIND_TEXTS = {
  name: 'action-plans.texts-with',
  text: `
    SELECT t.plan_id AS "planId", t.search_text AS text
    FROM plan_text t JOIN action_plan p ON ${inCompany('p')} AND p.id = t.plan_id
    WHERE ${inCompany('t')} AND (p.created_by IS NULL OR p.created_by <> ALL ($2))
      AND EXISTS (SELECT FROM unnest($3::text[]) word WHERE strpos(t.search_text, word) > 0)
    UNION ALL
    SELECT t.plan_id, t.search_text
    FROM action_text t JOIN plan_action a ON ${inCompany('a')} AND a.id = t.action_id
    WHERE ${inCompany('t')} AND (a.created_by IS NULL OR a.created_by <> ALL ($2))
      AND EXISTS (SELECT FROM unnest($3::text[]) word WHERE strpos(t.search_text, word) > 0)`,
};

/** The next notes of others: `$2` ids of users, `$3` and `$4` the action and the note before. */
const NEXT_NOTES = {
  name: 'action-plans.notes-of-others',
  text: `
    SELECT n.plan_id AS "planId", n.action_id AS "actionId", n.id, n.document ->> 'content' AS text
    FROM action_note n
    WHERE n.company_id = $1 AND (n.action_id, n.id) > ($3, $4) AND n.author_id <> ALL ($2)
    ORDER BY n.action_id, n.id LIMIT ${BATCH}`,
};

interface FoundText extends Record<string, unknown> {
  readonly planId: string;
  readonly text: string;
}

interface FoundNote extends FoundText {
  readonly actionId: string;
  readonly id: string;
}

/** Plans in which others name a person by name, address or external id, for a person to look at. */
@Injectable()
export class MentionSource extends PersonalDataSource {
  constructor(
    private readonly sql: Sql,
    private readonly employees: EmployeesQueries,
    private readonly identity: IdentityQueries,
  ) {
    super();
  }

  async *recordsOf(person: Person): AsyncGenerator<PersonalRecord> {
    const words = await this.wordsOf(person);
    if (words.length === 0) return;
    const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'u');
    const planIds = new Set<string>();
    const values = [person.companyId, person.userIds];
    for (const { planId, text } of await this.sql.query<FoundText>(FIND_TEXTS, [...values, words]))
      if (named.test(text)) planIds.add(planId);
    let notes: FoundNote[] = [];
    do {
      const last = notes.at(-1);
      const after = [last?.actionId ?? '', last?.id ?? ''];
      notes = await this.sql.query<FoundNote>(NEXT_NOTES, [...values, ...after]);
      for (const { planId, text } of notes) if (named.test(foldText(text))) planIds.add(planId);
    } while (notes.length === BATCH);
    for (const planId of [...planIds].sort()) yield { kind: 'mentions', record: { planId } };
  }

  private async wordsOf(person: Person): Promise<string[]> {
    const { companyId, employeeIds, userIds, emailKeys, externalIds } = person;
    const names = [
      ...Object.values(await this.employees.namesOf(companyId, employeeIds)),
      ...Object.values(await this.identity.namesOf(companyId, userIds)),
    ];
    const words = [...names, ...emailKeys, ...externalIds].map((word) => foldText(word).trim());
    return [...new Set(words)].filter((word) => word.length >= MIN_LENGTH);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

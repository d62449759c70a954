import { becomeFloor, type FloorInput } from '../harness/become-floor.js';
import { isComplete, type MultiLanguage } from '../../src/shared-kernel/multi-language.js';

/** What the floors of the template list are started with. */
export interface TemplatesFloorInput extends FloorInput {
  /** `objects`: the service's own statement, parsed, mapped and serialised. `text`: PostgreSQL writes the answer. */
  readonly kind: 'objects' | 'text';
  /** The statement that the service runs when its memory is out of date. */
  readonly statement: { readonly name: string; readonly text: string };
}

interface Row {
  readonly id: string;
  readonly key: string;
  readonly title: MultiLanguage;
  readonly body: MultiLanguage | null;
  readonly resume: MultiLanguage | null;
  readonly category: string | null;
  readonly coverImageURL: string | null;
  readonly order: number | null;
  readonly enabled: boolean;
  readonly placeholders: readonly string[];
}

/** A template in the order of members that the service answers in. */
function toAnswer(row: Row): object {
  const { id, key, title, body, resume, category, coverImageURL, order, enabled, placeholders } = row;
  // JSON.stringify leaves out what is undefined.
  return {
    id,
    key,
    title: withValid(title),
    body: body ? withValid(body) : undefined,
    resume: resume ? withValid(resume) : undefined,
    category: category ?? undefined,
    coverImageURL: coverImageURL ?? undefined,
    order: order ?? undefined,
    enabled,
    placeholders,
  };
}

function withValid(text: MultiLanguage): object {
  return { defaultValue: text.defaultValue, langValues: text.langValues, valid: isComplete(text) };
}

/**
 * The whole answer as one text. It takes for granted what is so in the demo catalogue, that every text is complete:
 * to look at each string would cost PostgreSQL half as much again, and this floor is to be as low as it can be.
 */
const ANSWER_AS_TEXT = {
  name: 'templates-as-text',
  text: `
    SELECT '[' || coalesce(string_agg(json_strip_nulls(json_build_object(
      'id', id, 'key', key, 'title', title || '{"valid": true}', 'body', body || '{"valid": true}',
      'resume', resume || '{"valid": true}', 'category', category, 'coverImageURL', cover_image_url,
      'order', sort_order, 'enabled', enabled, 'placeholders', placeholders
    ))::text, ',' ORDER BY sort_order NULLS LAST, key, id), '') || ']' AS answer
    FROM announcement_template
    WHERE enabled`,
};

becomeFloor<TemplatesFloorInput>((pool, { kind, statement }) => {
  if (kind === 'text') {
    return async () => {
      const { rows } = await pool.query<{ answer: string }>(ANSWER_AS_TEXT);
      return rows[0]!.answer;
    };
  }
  return async () => {
    const { rows } = await pool.query<{ templates: readonly Row[] }>(statement);
    return JSON.stringify(rows[0]!.templates.filter((row) => row.enabled).map(toAnswer));
  };
});

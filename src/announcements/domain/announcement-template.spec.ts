import { DomainError } from '../../shared-kernel/domain-error.js';
import { TemplateKeyConflict, TemplateNotFound } from './announcement-template.errors.js';
import { AnnouncementTemplate, compareTemplates, type TemplateContent } from './announcement-template.js';

const ID = '0123456789abcdef01234567';
const content: TemplateContent = { key: 'welcome', title: { defaultValue: 'Welcome' } };

describe('AnnouncementTemplate', () => {
  it('is enabled and without placeholders by default', () => {
    const { id, ...state } = AnnouncementTemplate.create(content).state;
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(state).toEqual({ ...content, enabled: true, placeholders: [] });
  });

  it('has an id of its own, later ones greater', () => {
    const ids = Array.from({ length: 100 }, () => AnnouncementTemplate.create(content).state.id);
    expect(new Set(ids).size).toBe(100);
    expect([...ids].sort()).toEqual(ids);
  });

  it('keeps the id and nothing else when it is replaced', () => {
    const { state } = AnnouncementTemplate.replacing(ID, { ...content, enabled: false });
    expect(state).toEqual({ ...content, id: ID, enabled: false, placeholders: [] });
  });

  it('says whether replacing makes anything different', () => {
    const full = { ...content, order: 1, category: 'A', placeholders: ['x'] };
    const template = AnnouncementTemplate.restore({ ...full, id: ID, enabled: true });
    expect(template.replace({ enabled: true, ...full })).toBe(false);
    expect(template.replace(content)).toBe(true);
    expect(template.state).toEqual({ ...content, id: ID, enabled: true, placeholders: [] });
    expect(template.replace({ ...content, title: { defaultValue: 'Hello' } })).toBe(true);
    expect(template.state.title).toEqual({ defaultValue: 'Hello' });
    expect(() => template.replace({ ...content, title: { defaultValue: ' ' } })).toThrow(DomainError);
  });

  it('changes what a patch has, and removes what is null', () => {
    const full = { ...content, order: 1, category: 'A', placeholders: ['x'] };
    const template = AnnouncementTemplate.restore({ ...full, id: ID, enabled: false });
    expect(template.patch({})).toBe(false);
    expect(template.patch({ category: 'A', resume: null })).toBe(false);
    expect(template.patch({ order: null, category: 'B', enabled: null, placeholders: null })).toBe(true);
    expect(template.state).toEqual({ ...content, id: ID, category: 'B', enabled: true, placeholders: [] });
    expect(() => template.patch({ title: { defaultValue: ' ' } })).toThrow(DomainError);
  });

  it.each(['', ' ', '\u00a0\t'])('needs a title that is not blank: "%s"', (defaultValue) => {
    const create = () => AnnouncementTemplate.create({ ...content, title: { defaultValue } });
    expect(create).toThrow(DomainError);
    expect(create).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'VALIDATION_FAILED',
        issues: [expect.objectContaining({ path: 'title.defaultValue', code: 'BLANK' })],
      }),
    );
  });
});

describe('compareTemplates', () => {
  it('sorts by order with those without one last, then by key as written, then by id', () => {
    const template = (key: string, order?: number, id = ID) =>
      AnnouncementTemplate.replacing(id, { ...content, key, ...(order !== undefined && { order }) }).state;
    const sorted = [
      template('z', -1),
      template('B', 1),
      template('a', 1, ID.replace('0', 'e')),
      template('a', 1, ID.replace('0', 'f')),
      template('b', 1),
      template('a'),
      template('c'),
    ];
    expect([...sorted].reverse().sort(compareTemplates)).toEqual(sorted);
    expect(compareTemplates(sorted[1]!, sorted[0]!)).toBe(1);
    expect(compareTemplates(sorted[0]!, sorted[0]!)).toBe(0);
  });
});

describe('errors of templates', () => {
  it('have stable codes', () => {
    expect(new TemplateNotFound()).toMatchObject({
      kind: 'not-found',
      code: 'TEMPLATE_NOT_FOUND',
      issues: [],
    });
    expect(new TemplateKeyConflict()).toMatchObject({
      kind: 'precondition',
      code: 'TEMPLATE_KEY_CONFLICT',
      issues: [{ path: 'key', code: 'NOT_UNIQUE' }],
    });
  });
});

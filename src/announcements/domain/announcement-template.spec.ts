import { DomainError } from '../../shared-kernel/domain-error.js';
import { AnnouncementTemplate, type TemplateContent } from './announcement-template.js';

const content: TemplateContent = { key: 'welcome', title: { defaultValue: 'Welcome' } };

describe('AnnouncementTemplate', () => {
  it('is enabled, without placeholders and last in order unless it says otherwise', () => {
    expect(AnnouncementTemplate.create(content)).toMatchObject({
      enabled: true,
      placeholders: [],
      order: null,
    });
  });

  it('has an id of its own, later ones greater', () => {
    const ids = Array.from({ length: 100 }, () => AnnouncementTemplate.create(content).id);
    expect(new Set(ids).size).toBe(100);
    expect([...ids].sort()).toEqual(ids);
  });

  it('keeps its id when its content is replaced', () => {
    expect(AnnouncementTemplate.withId('0123456789abcdef01234567', content).id).toBe(
      '0123456789abcdef01234567',
    );
  });

  it('does not share its texts with whoever gave them', () => {
    const langValues = { es: 'Hola' };
    const template = AnnouncementTemplate.create({
      ...content,
      title: { defaultValue: 'Hello', langValues },
    });
    langValues.es = 'changed';
    expect(template.title.langValues).toEqual({ es: 'Hola' });
  });

  it('cannot exist against its rules, whoever makes it', () => {
    const wrong = { key: 'a b', title: { defaultValue: '' }, order: 0.5, coverImageURL: 'x' };
    const create = () => AnnouncementTemplate.create(wrong);
    expect(create).toThrow(DomainError);
    try {
      create();
    } catch (error) {
      const { kind, issues } = error as DomainError;
      expect([kind, issues.map(({ path }) => path)]).toEqual([
        'invalid',
        ['key', 'title.defaultValue', 'coverImageURL', 'order'],
      ]);
    }
  });
});

import {
  changedPlan,
  digest,
  listed,
  mailedAction,
  reminderMail,
} from '../../../test/support/builders/reminder-mail.js';
import { reminderHtml } from './reminder-html.js';
import { letterOf } from './reminder-letter.js';
import type { ReminderMail } from './reminder-mail.js';

const render = (overrides: Partial<ReminderMail>): string =>
  reminderHtml(letterOf(reminderMail(overrides), undefined));

describe('the page', () => {
  it('ends each element that it begins', () => {
    const html = render({
      overdue: listed([mailedAction({ dueDay: '2027-03-28', planTitle: { defaultValue: 'Plan' } })], 2),
      digest: digest({ changedByOthers: listed([changedPlan()]) }),
    });
    const namesOf = (tag: RegExp): string[] => [...html.matchAll(tag)].map(([, name]) => name!).sort();
    const begun = namesOf(/<([a-z]\w*)/g).filter((name) => !['br', 'hr', 'meta'].includes(name));
    expect(namesOf(/<\/(\w+)>/g)).toEqual(begun);
  });

  it('has no text besides that of its parts', () => {
    const html = render({ overdue: listed([mailedAction()]) });
    const body = html.slice(html.indexOf('<body'));
    const texts = body.split(/<[^>]+>/).flatMap((text) => text.trim() || []);
    expect(texts).toEqual([
      'Hello',
      'Ada',
      ',',
      'Here is what needs your attention.',
      'Overdue&nbsp;(1)',
      'Late breakfast until noon',
      'Aurora Hotels',
      'You get this e-mail because actions are assigned to you.',
      'Choose your e-mails or unsubscribe',
    ]);
  });

  it('begins a digest without a morning with its title', () => {
    const html = render({ digest: digest({ changedByOthers: listed([changedPlan()]) }) });
    const body = html.slice(html.indexOf('<body'));
    const texts = body.split(/<[^>]+>/).flatMap((text) => text.trim() || []);
    expect(texts.slice(0, 4)).toEqual(['Hello', 'Ada', ',', 'Your week']);
  });

  it('marks what is overdue', () => {
    const html = render({ overdue: listed([mailedAction()]), dueSoon: listed([mailedAction()]) });
    const headings = [...html.matchAll(/<h2 class="(\w+)"[^>]*>(\w+)/g)].map(([, ...parts]) => parts);
    expect(headings).toEqual([
      ['late', 'Overdue'],
      ['text', 'Due'],
    ]);
  });
});

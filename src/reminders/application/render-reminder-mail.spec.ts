import fc from 'fast-check';
import {
  changedPlan,
  digest,
  listed,
  mailedAction,
  reminderMail,
} from '../../../test/support/builders/reminder-mail.js';
import type { ReminderMail } from './reminder-mail.js';
import { renderReminderMail } from './render-reminder-mail.js';

const APP = 'https://app.example.com/plans/{planId}?action={actionId}';

const render = (overrides: Partial<ReminderMail>) =>
  renderReminderMail(reminderMail(overrides), APP, 'example.com');

const actions = (count: number) => listed([mailedAction()], count - 1);

describe('the subject', () => {
  const all = {
    overdue: actions(1),
    dueSoon: actions(2),
    assigned: actions(3),
    digest: digest({ overdue: actions(9) }),
  };
  const week = digest({ overdue: actions(2), dueThisWeek: actions(5), completedLastWeek: actions(1) });
  const none = listed([]);

  it.each<[string, Partial<ReminderMail>]>([
    ['1 action is overdue', all],
    ['2 actions are due soon', { ...all, overdue: none }],
    ['You have been assigned 3 actions', { ...all, overdue: none, dueSoon: none }],
    ['You have been assigned an action', { assigned: actions(1) }],
    ['1,200 actions are overdue', { overdue: actions(1_200) }],
    ['Your week: 2 overdue, 5 due this week', { digest: week }],
    ['Your week: 1 completed last week', { digest: { ...week, overdue: none, dueThisWeek: none } }],
    [
      'Your week: 2 plans changed by others',
      { digest: digest({ changedByOthers: listed([changedPlan()], 1) }) },
    ],
  ])('is %s', (subject, overrides) => {
    expect(render(overrides).subject).toBe(subject);
  });

  it.each([
    [
      'es-MX',
      'Tienes 1 acción con retraso',
      'Tienes 2 acciones con retraso',
      'Tu semana: 1 vence esta semana',
    ],
    [
      'fr',
      '1 action est en retard',
      '2 actions sont en retard',
      'Votre semaine : 1 à échéance cette semaine',
    ],
    ['DE', '1 Maßnahme ist überfällig', '2 Maßnahmen sind überfällig', 'Ihre Woche: 1 diese Woche fällig'],
    ['pt-BR', '1 ação está em atraso', '2 ações estão em atraso', 'A sua semana: 1 com prazo esta semana'],
    [
      'it',
      '1 azione è in ritardo',
      '2 azioni sono in ritardo',
      'La tua settimana: 1 in scadenza questa settimana',
    ],
    ['ja', '1 action is overdue', '2 actions are overdue', 'Your week: 1 due this week'],
    ['x-constructor', '1 action is overdue', '2 actions are overdue', 'Your week: 1 due this week'],
  ])('speaks %s, with plural forms', (language, one, two, week1) => {
    expect(render({ language, overdue: actions(1) }).subject).toBe(one);
    expect(render({ language, overdue: actions(2) }).subject).toBe(two);
    const weekly = render({ language, digest: digest({ dueThisWeek: actions(1) }) });
    expect(weekly.subject.replace(/\s/g, ' ')).toBe(week1);
  });
});

/** Releases of Node differ in the commas and spaces of dates. */
const withoutCommas = (text: string): string => text.replaceAll(',', '').replace(/[^\S\n]/g, ' ');

describe('the text', () => {
  it('has everything of a morning, each title with its plan, day and link', () => {
    const plan = { defaultValue: 'Calmer Sundays', langValues: { de: 'Ruhigere Sonntage' } };
    const other = mailedAction({ actionId: 'b', title: { defaultValue: 'One team on call' } });
    const { text } = render({
      overdue: listed([mailedAction({ dueDay: '2027-03-28', planTitle: plan })]),
      dueSoon: listed([other], 12),
      digest: digest({
        completedLastWeek: listed([mailedAction({ dueDay: '2027-03-20' })]),
        changedByOthers: listed([changedPlan()]),
      }),
    });
    const link = 'https://app.example.com/plans/665f1c2ab7e4d90012ab34cd?action=';
    expect(withoutCommas(text)).toBe(
      withoutCommas(
        [
          'Hello Ada,',
          'Here is what needs your attention.',
          'Overdue (1)',
          '- Late breakfast until noon\n  Due Sunday 28 March 2027\n  Plan: Calmer Sundays\n  ' +
            `${link}665f1c2ab7e4d90012ab34ce`,
          'Due soon (13)',
          `- One team on call\n  ${link}b`,
          '  and 12 more',
          'Your week',
          'In the plans and actions that you have created:',
          'Completed last week (1)',
          `- Late breakfast until noon\n  ${link}665f1c2ab7e4d90012ab34ce`,
          'Changed by others (1)',
          `- Calmer Sundays\n  3 changes\n  ${link}`,
          [
            '—\nAurora Hotels',
            'You get this e-mail because actions are assigned to you and you have created plans or actions.',
            'Choose your e-mails or unsubscribe:\nhttps://wes.example.com/reminders/abc\n',
          ].join('\n'),
        ].join('\n\n'),
      ),
    );
  });

  it('says at its beginning that it is about assignments, where it is about nothing else', () => {
    const { text } = render({ language: 'de', assigned: actions(2) });
    expect(text).toMatch(
      /^Guten Tag Ada,\n\nIhnen wurden 2 Maßnahmen zugewiesen\.\n\nIhnen neu zugewiesen \(2\)\n\n- Spätes Frühstück/,
    );
    expect(text).toContain('weil Ihnen Maßnahmen zugewiesen sind.');
  });

  it('greets a person without a name, and gives the reason of a digest', () => {
    const { text } = render({
      to: { name: ' ', address: 'ada@example.com' },
      digest: digest({ overdue: actions(1) }),
    });
    expect(text).toMatch(/^Hello,\n\nYour week\n\n/);
    expect(text).toContain('because you have created plans or actions.');
  });

  it.each([
    ['en-US', 'Due Monday, March 1, 2027'],
    ['en-GB', 'Due Monday, 1 March 2027'],
    ['es', 'Vence el lunes, 1 de marzo de 2027'],
    ['fr', 'Échéance : lundi 1 mars 2027'],
    ['de', 'Fällig: Montag, 1. März 2027'],
    ['pt', 'Prazo: segunda-feira, 1 de março de 2027'],
    ['it', 'Scadenza: lunedì 1 marzo 2027'],
    ['en-u-ca-hebrew', 'Due Monday, March 1, 2027'],
  ])('writes a day as in %s', (language, due) => {
    const { text } = render({ language, dueSoon: listed([mailedAction({ dueDay: '2027-03-01' })]) });
    expect(withoutCommas(text)).toContain(withoutCommas(due));
  });
});

describe('links', () => {
  it('have the ids in the form of addresses', () => {
    const { text } = render({
      overdue: listed([mailedAction({ planId: 'a/b', actionId: '&?' })]),
      digest: digest({ changedByOthers: listed([changedPlan({ planId: 'a' })]) }),
    });
    expect(text).toContain('https://app.example.com/plans/a%2Fb?action=%26%3F\n');
    expect(text).toContain('https://app.example.com/plans/a?action=\n');
  });

  it('are only that of the wishes where there is no app', () => {
    const overrides = { overdue: actions(1), digest: digest({ changedByOthers: listed([changedPlan()]) }) };
    const { text, html } = renderReminderMail(reminderMail(overrides), undefined, 'example.com');
    expect(text.match(/https?:\S+/g)).toEqual(['https://wes.example.com/reminders/abc']);
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://wes.example.com/reminders/abc"']);
  });
});

describe('the message', () => {
  it('has its key and the host in its Message-ID, and the address for unsubscribing', () => {
    expect(render({ language: 'pt-BR', overdue: actions(1) })).toMatchObject({
      to: { name: 'Ada', address: 'ada@example.com' },
      language: 'pt',
      messageId: 'morning-2027-03-29-665f1c2ab7e4d90012ab34cd@example.com',
      unsubscribeUrl: 'https://wes.example.com/reminders/abc',
    });
  });
});

/** Parts of attacks on headers, HTML, templates and the order of characters, between ordinary text. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\nBcc: eve@example.com',
        '=?utf-8?Q?=42?=',
        '<script>',
        '</title>',
        '</bdi>',
        '<!--',
      ),
      fc.constantFrom(
        '" onload="x',
        "'",
        '&lt;',
        '{title}',
        '{count}',
        '$&',
        '\u202e',
        '\u2067',
        '\u2028',
        '\ud800',
      ),
      fc.constantFrom('\0', '\u001b[31m', 'مرحبا', '😀', 'javascript:alert(1)', 'https://evil.example.com'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Elements of a page and how often they occur. */
function elementsOf(html: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [tag] of html.matchAll(/<[^<>]*>/g)) {
    const shape = tag.replace(/"[^"]*"/g, '""');
    counts[shape] = (counts[shape] ?? 0) + 1;
  }
  return counts;
}

describe('a hostile text', () => {
  const mailOf = (text: string, language: string): ReminderMail => {
    const title = { defaultValue: text };
    const action = mailedAction({
      title,
      planTitle: title,
      dueDay: '2027-03-28',
      actionId: text.toWellFormed(),
    });
    return reminderMail({
      language,
      to: { name: text, address: 'ada@example.com' },
      companyName: text,
      ...{ assigned: listed([action], 2), dueSoon: listed([action]), overdue: listed([action]) },
      digest: digest({ overdue: listed([action]), changedByOthers: listed([changedPlan({ title })]) }),
    });
  };

  it('adds no line, no element, no attribute and no header', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('en', 'es', 'fr', 'de', 'pt', 'it'), (text, language) => {
        const harmless = renderReminderMail(mailOf('Plan', language), APP, 'example.com');
        const mail = renderReminderMail(mailOf(`x${text}`, language), APP, 'example.com');
        expect(mail.subject).toBe(harmless.subject);
        expect(mail.messageId).toBe(harmless.messageId);
        expect(mail.text.split('\n')).toHaveLength(harmless.text.split('\n').length);
        expect(elementsOf(mail.html)).toEqual(elementsOf(harmless.html));
        const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
        for (const href of hrefs) expect(href).toMatch(/^https:\/\/(app|wes)\.example\.com\//);
        expect(mail.html + mail.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]|(?!\n)\p{Cc}/u);
        expect((mail.html + mail.text).isWellFormed()).toBe(true);
      }),
    );
  });

  it('of invisible characters only leaves words for the link', () => {
    expect(render({ overdue: listed([mailedAction({ title: { defaultValue: '\u202e' } })]) }).html).toContain(
      '<bdi>…</bdi></strong></a>',
    );
  });
});

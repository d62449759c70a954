import { exportMail, type MailedExport } from './export-mail.js';

const ready = (overrides: Partial<MailedExport> = {}): MailedExport => ({
  exportId: '0123456789abcdef01234567',
  to: { name: 'Ada', address: 'ada@example.com' },
  language: 'en',
  timeZone: 'UTC',
  planTitle: { defaultValue: 'Better onboarding', langValues: { es: 'Mejor acogida' } },
  link: 'https://wes.example.com/exports/abc',
  expiresAt: new Date('2026-03-02T17:05:00Z'),
  ...overrides,
});

describe('exportMail', () => {
  it.each([
    ['en', 'Your export of “Better onboarding” is ready', 'March 2, 2026 at 05:05 PM UTC'],
    ['en-GB', 'Your export of “Better onboarding” is ready', '2 March 2026 at 17:05 UTC'],
    ['es', 'Tu exportación de «Mejor acogida» está lista', '2 de marzo de 2026 a las 17:05 UTC'],
    ['es-MX', 'Tu exportación de «Mejor acogida» está lista', '2 de marzo de 2026'],
    ['fr', 'Votre export de « Better onboarding » est prêt', '2 mars 2026 à 17:05 UTC'],
    ['DE', 'Ihr Export von „Better onboarding“ ist fertig', '2. März 2026 um 17:05 UTC'],
    ['pt-BR', 'A sua exportação de “Better onboarding” está pronta', '2 de março de 2026'],
    ['it', 'La tua esportazione di «Better onboarding» è pronta', '2 marzo 2026'],
    ['ja', 'Your export of “Better onboarding” is ready', 'March 2, 2026'],
    ['en-gb-oed', 'Your export of “Better onboarding” is ready', 'March 2, 2026'],
    ['x-constructor', 'Your export of “Better onboarding” is ready', 'March 2, 2026'],
  ])('speaks %s', (language, subject, expiry) => {
    const mail = exportMail(ready({ language }), 'example.com');
    expect(mail.subject).toBe(subject);
    for (const part of [mail.text, mail.html]) {
      expect(part.replace(/\s/g, ' ')).toContain(expiry);
      expect(part).toContain('https://wes.example.com/exports/abc');
      expect(part).toContain('Ada');
    }
    expect(mail.html).toContain(`<html lang="${mail.language}">`);
  });

  it.each([
    ['en', 'Hello Ada,\n\nThe workbook'],
    ['es', 'Hola, Ada:\n\nEl libro'],
    ['fr', 'Bonjour Ada,\n\nLe classeur'],
    ['de', 'Guten Tag Ada,\n\ndie Arbeitsmappe'],
    ['pt', 'Olá Ada,\n\nA folha'],
    ['it', 'Ciao Ada,\n\nLa cartella'],
  ])('greets in %s', (language, beginning) => {
    expect(exportMail(ready({ language }), 'example.com').text.startsWith(beginning)).toBe(true);
  });

  it('says the end of the link in the time zone it is given, by name', () => {
    const { text } = exportMail(ready({ timeZone: 'Europe/Madrid', language: 'en-GB' }), 'example.com');
    expect(text).toContain('2 March 2026 at 18:05 CET');
  });

  it('is a text of paragraphs, with the link on a line of its own', () => {
    expect(exportMail(ready({ language: 'en-GB' }), 'example.com').text).toBe(
      [
        'Hello Ada,',
        'The workbook of the action plan “Better onboarding” is ready.',
        'https://wes.example.com/exports/abc',
        'The link works until 2 March 2026 at 17:05 UTC. Anyone with the link can open the workbook, so ' +
          'please keep it to yourself.',
        '',
      ].join('\n\n'),
    );
  });

  it('is also a page that says the same, with a button for the link', () => {
    const link = 'https://wes.example.com/exports/abc?a=1&b="2"';
    const { html } = exportMail(ready({ language: 'en-GB', link }), 'example.com');
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n/);
    expect(html).toMatch(/<\/body><\/html>\n$/);
    const paragraphs = [...html.matchAll(/^<p[^>]*>(.*)<\/p>$/gm)].map(([, content]) => content);
    expect(paragraphs).toEqual([
      'Hello <bdi>Ada</bdi>,',
      'The workbook of the action plan “<strong><bdi>Better onboarding</bdi></strong>” is ready.',
      expect.stringMatching(
        /^<a href="https:\/\/wes\.example\.com\/exports\/abc\?a=1&amp;b=&quot;2&quot;" class="button" style="[^"]+">Download the workbook<\/a>$/,
      ),
      'The link works until 2 March 2026 at 17:05 UTC.<br>Anyone with the link can open the workbook, so ' +
        'please keep it to yourself.',
    ]);
  });

  it('leaves blanks around names and titles out', () => {
    const mail = exportMail(
      ready({ planTitle: { defaultValue: ' Plan\n' }, to: { name: '\tAda ', address: 'ada@example.com' } }),
      'example.com',
    );
    expect(mail.subject).toBe('Your export of “Plan” is ready');
    expect(mail.text).toMatch(/^Hello Ada,\n/);
  });

  it('has the same Message-ID for every mail about one export', () => {
    const first = exportMail(ready(), 'example.com');
    const second = exportMail(ready({ link: 'https://wes.example.com/exports/def' }), 'example.com');
    expect(first.messageId).toBe('export-0123456789abcdef01234567@example.com');
    expect(second.messageId).toBe(first.messageId);
  });

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['"quoted" & \'so\'', '&quot;quoted&quot; &amp; &#39;so&#39;'],
    ['$& $1 {expiry}', '$&amp; $1 {expiry}'],
    ['مرحبا 😀', 'مرحبا 😀'],
  ])('shows %j as it is', (hostile, escaped) => {
    const to = { name: hostile, address: 'ada@example.com' };
    const mail = exportMail(ready({ planTitle: { defaultValue: hostile }, to }), 'example.com');
    expect(mail.subject).toContain(hostile);
    expect(mail.text).toContain(`Hello ${hostile},`);
    expect(mail.html).toContain(`<strong><bdi>${escaped}</bdi></strong>`);
    expect(mail.html).not.toContain('<script');
  });

  it('keeps to one line what may become a header', () => {
    const planTitle = { defaultValue: 'a\r\nBcc: eve@example.com' };
    expect(exportMail(ready({ planTitle }), 'example.com').subject).toBe(
      'Your export of “a Bcc: eve@example.com” is ready',
    );
  });
});

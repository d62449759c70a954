export const TEMPLATES = '/api/v1/company/announcements/templates';

let sequence = 0;

/** A template body with every property; overrides replace properties, `undefined` removes them. */
export function templateBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  sequence += 1;
  return {
    key: `template-${sequence}`,
    title: {
      defaultValue: 'Welcome, {firstName}!',
      langValues: { es: '¡Hola, {firstName}!', 'pt-BR': 'Olá!' },
    },
    body: { defaultValue: 'First line\n\nSecond line\twith {token}' },
    resume: { defaultValue: 'A short summary' },
    category: 'Onboarding',
    coverImageURL: 'https://images.example.com/welcome.jpg',
    order: 10,
    enabled: true,
    placeholders: ['{firstName}', '{token}'],
    ...overrides,
  };
}

/** The least that makes a template. */
export function minimalTemplate(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  sequence += 1;
  return { key: `template-${sequence}`, title: { defaultValue: 'Title' }, ...overrides };
}

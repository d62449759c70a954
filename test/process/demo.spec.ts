import { TEMPLATES } from '../support/builders/template.js';
import { endServices, newDataDir, ServiceProcess } from '../support/service-process.js';

afterEach(endServices);

describe('the demo', () => {
  it('has two companies, credentials that work, and a catalogue in several languages', async () => {
    const service = await ServiceProcess.start();
    const baseUrl = `http://localhost:${service.port}`;
    expect(service.stdout).toContain(`Base URL    ${baseUrl} `);
    expect(service.stdout).toContain(`Swagger     ${baseUrl}/docs `);
    expect((await fetch(`${service.baseUrl}/docs`)).status).toBe(200);

    const companies = service.demo();
    expect(companies).toHaveLength(2);
    for (const { admin, manager, apiKey } of companies) {
      expect((await service.as(admin).get(`${TEMPLATES}/all`)).status).toBe(200);
      expect((await service.as(manager).get(TEMPLATES)).status).toBe(200);
      expect((await service.as(manager).get(`${TEMPLATES}/all`)).status).toBe(403);
      expect(apiKey).toMatch(/^wes_[0-9a-f]{24}_[\w-]{43}$/);
    }

    const all = (await service.as().get(`${TEMPLATES}/all`)).body as {
      enabled: boolean;
      category?: string;
      order?: number;
      placeholders: string[];
      title: { langValues?: object };
    }[];
    expect(all.length).toBeGreaterThanOrEqual(20);
    expect(all.filter(({ enabled }) => !enabled).length).toBeGreaterThanOrEqual(3);
    expect(new Set(all.map(({ category }) => category)).size).toBeGreaterThanOrEqual(5);
    expect(all.filter(({ order }) => order !== undefined).length).toBeGreaterThanOrEqual(20);
    expect(all.filter(({ placeholders }) => placeholders.length > 0).length).toBeGreaterThanOrEqual(15);
    expect(all.every(({ title }) => Object.keys(title.langValues ?? {}).length >= 5)).toBe(true);
  });

  it('keeps its data over a restart and issues fresh credentials', async () => {
    const dataDir = await newDataDir();
    const first = await ServiceProcess.start({ dataDir });
    const [old] = first.demo();
    const [template] = (await first.as().get(TEMPLATES)).body as { id: string; key: string }[];
    const edited = { key: template!.key, title: { defaultValue: 'Edited by an admin' } };
    expect((await first.as().put(`${TEMPLATES}/${template!.id}`, edited)).status).toBe(200);
    await first.stop();

    const second = await ServiceProcess.start({ dataDir });
    expect(second.demo()).toHaveLength(2);
    for (const stale of [old!.admin, old!.manager]) {
      expect((await second.as(stale).get(TEMPLATES)).status).toBe(401);
    }
    const kept = (await second.as().get(`${TEMPLATES}/all`)).body as { id: string }[];
    expect(kept.find(({ id }) => id === template!.id)).toMatchObject(edited);
  });
});

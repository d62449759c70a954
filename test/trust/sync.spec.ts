import { sync } from '../../trust/programs/sync.js';

describe('npm run trust -- sync', () => {
  it('holds in its short form', async () => {
    const lines = await sync({ short: true });
    expect(lines.at(-1)).toMatch(/^Every list was what its company was at one moment/);
  }, 600_000);
});

import { fuzz } from '../../trust/programs/fuzz.js';

describe('npm run trust -- fuzz', () => {
  it('holds in its short form', async () => {
    const lines = await fuzz({ short: true, seed: 1 });
    expect(lines.at(-1)).toMatch(/^\d+ refused writes were repeated: no row of any table changed\.$/);
  }, 600_000);
});

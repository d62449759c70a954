const { seed } = await import('./demo/seed.js');

process.stdout.write(seed);

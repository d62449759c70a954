import { resolve } from 'node:path';

const BUILT = resolve(import.meta.dirname, '../../../dist/modules/src');
const [databaseUrl, dataDir] = process.argv.slice(2);

const { Shell } = await import(`${BUILT}/platform/cli/shell.js`);
const { Settings } = await import(`${BUILT}/platform/config/settings.js`);
const { IdentityModule, SessionsService, UsersService } = await import(`${BUILT}/identity/index.js`);

const settings = Settings.from({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, 'command');

/** Calls a method of the services behind `wes user` and `wes session`. */
async function call(services, { id, service, method, args }) {
  try {
    process.send({ id, result: await services[service][method](...args.map((each) => each ?? undefined)) });
  } catch (error) {
    process.send({ id, refusal: error.code ?? String(error.stack) });
  }
}

await new Shell().useServices(IdentityModule, { settings, databaseUrl }, async (services) => {
  const called = { users: services.get(UsersService), sessions: services.get(SessionsService) };
  process.on('message', (message) => void call(called, message));
  process.send({ id: 0 });
  await new Promise((done) => process.on('disconnect', done));
});
process.exit();

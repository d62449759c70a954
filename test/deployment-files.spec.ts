import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { Settings } from '../src/platform/config/settings.js';

type Environment = Record<string, string>;

interface ComposeService {
  readonly build?: string;
  readonly command?: string[];
  readonly environment?: Environment;
  readonly volumes?: string[];
  readonly depends_on?: string[] | Record<string, object>;
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly data?: Environment;
  readonly stringData?: Environment;
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: [{ command: string[] }] } } };
}

const KUBERNETES = 'ops/kubernetes';

const read = (file: string): string => readFileSync(file, 'utf8');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
const dockerfile = read('Dockerfile');
interface ComposeFile {
  readonly services: Record<string, ComposeService>;
  readonly volumes: object;
}

/** Without a warning of tags like `!override`, which are those of Compose. */
const composeFile = (file: string): ComposeFile =>
  parse(read(file), { merge: true, logLevel: 'error' }) as ComposeFile;

const compose = composeFile('compose.yaml');
const citus = composeFile('compose.citus.yaml');
const manifests = readdirSync(KUBERNETES)
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read(`${KUBERNETES}/${file}`)))
  .map((document) => document.toJS() as Manifest);

const images = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
const imageEnvironment = Object.fromEntries(
  /^ENV (.*)$/m
    .exec(dockerfile)![1]!
    .split(' ')
    .map((pair) => pair.split('=')),
) as Environment;
const cluster = Object.assign(
  {},
  ...manifests.map(({ data, stringData }) => ({ ...data, ...stringData })),
) as Environment;

/** The command that starts a process outside of a container. */
function startOf(process: 'api' | 'worker'): string[] {
  return scripts[`start:${process}`]!.replace(/^exec /, '').split(' ');
}

/** @throws when a manifest is not as the schema of its kind */
async function validate(manifest: Pick<Manifest, 'apiVersion' | 'kind'>): Promise<void> {
  const { [manifest.kind]: Resource } = (await import(`kubernetes-models/${manifest.apiVersion}`)) as Record<
    string,
    new (data: object) => { validate(): void }
  >;
  new Resource!(manifest).validate();
}

describe.each([
  ['Dockerfile', imageEnvironment],
  ...images.map(([name, { environment = {} }]): [string, Environment] => [
    `compose.yaml ${name}`,
    environment,
  ]),
  [KUBERNETES, cluster],
])('the settings of %s', (_name, environment) => {
  it('exist', () => {
    const names = Settings.from({}).variables.map(({ name }) => name);
    expect(Object.keys(environment).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('are valid', () => {
    const required = { DATABASE_URL: 'postgres://server/database' };
    expect(() => Settings.from({ ...required, ...imageEnvironment, ...environment })).not.toThrow();
  });
});

it.each([
  ['compose.yaml', compose.services['api-1']!.environment!],
  [KUBERNETES, cluster],
])('production starts with the settings of %s', (_name, environment) => {
  const settings = Settings.from({ ...imageEnvironment, ...environment }, 'service');
  expect(settings.isProduction).toBe(true);
  expect(settings.mail.smtpUrl).toBeDefined();
});

it('the processes are started as by npm', () => {
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[];
  expect(command).toEqual(startOf('api'));
  const { 'api-1': api, 'worker-1': worker } = compose.services;
  expect([api!.command, worker!.command]).toEqual([undefined, startOf('worker')]);
  const deployed = manifests.flatMap(({ kind, spec }) =>
    kind === 'Deployment' ? [spec!.template!.spec.containers[0].command] : [],
  );
  expect(deployed).toEqual([startOf('api'), startOf('worker')]);
});

it('every program of the service is built from a source', () => {
  const programs = [
    dockerfile,
    read('compose.yaml'),
    ...readdirSync(KUBERNETES).map((f) => read(`${KUBERNETES}/${f}`)),
  ]
    .flatMap((text) => [...text.matchAll(/\bdist\/(\S+)\.js\b/g)])
    .map(([, path]) => `${path}.ts`);
  expect(new Set(programs)).toEqual(new Set(['src/api.ts', 'src/worker.ts', 'src/wes.ts']));
  expect(programs.filter((file) => !existsSync(file))).toEqual([]);
});

describe('Dockerfile', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files]) =>
    files!.split(' '),
  );

  it('copies files that exist and reach the builder', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.filter((file) => !existsSync(file))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual(allowed.sort());
  });

  it('runs as a user without rights', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

describe.each([
  ['compose.yaml', compose, compose.services],
  ['compose.citus.yaml', citus, { ...compose.services, ...citus.services }],
])('%s', (_name, { services, volumes: declared }, available) => {
  const files = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((v) => v.split(':')[0]!));

  it('mounts files and volumes that exist', () => {
    const paths = files.filter((file) => file.startsWith('.'));
    expect(paths.filter((file) => !existsSync(file))).toEqual([]);
    expect(files.filter((file) => !file.startsWith('.')).sort()).toEqual(Object.keys(declared).sort());
  });

  it('waits for services that it has', () => {
    const awaited = Object.values(services).flatMap(({ depends_on = [] }) =>
      Array.isArray(depends_on) ? depends_on : Object.keys(depends_on),
    );
    expect(awaited.filter((name) => !(name in available))).toEqual([]);
  });
});

describe('a manifest of Kubernetes', () => {
  it.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
    'has the schema of %s',
    async (_kind, manifest) => {
      await expect(validate(manifest)).resolves.toBeUndefined();
    },
  );

  it('with a wrong property is refused', async () => {
    const manifest = { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 'http' }] } };
    await expect(validate(manifest)).rejects.toThrow('data/spec/ports/0/port must be integer');
  });
});

it('the kustomization has every manifest but the example of the secret', () => {
  const { resources } = parse(read(`${KUBERNETES}/kustomization.yaml`)) as { resources: string[] };
  const present = readdirSync(KUBERNETES).filter((file) => !/^(kustomization|secret\.example)/.test(file));
  expect(resources.toSorted()).toEqual(present.sort());
});

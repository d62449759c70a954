/**
 * The dependency rules of src, run by `npx depcruise src --config .dependency-cruiser.js` and by
 * test/architecture.spec.ts, which holds one sample per rule in test/architecture/samples/<rule>.
 *
 * A context is every folder of src that is not named here, so a new one cannot escape the rules. A folder of a context
 * that is not a layer is a nested module, with layers and an index.ts of its own: the same rules hold for it.
 */
const LAYER = '(?:domain|application|infrastructure|interface)/';
const NESTED = `(?!${LAYER})[^/]+`;
const CONTEXT = `^src/(?!(?:shared-kernel|platform|demo|imports|testing)/)([^/]+(?:/${NESTED}(?=/)|))/`;
const ENTRY_POINT = '^src/[^/]+[.]ts$';
const INDEX = `^src/[^/]+/(?:${NESTED}/|)index[.]ts$`;
const CONTEXT_MODULE = '^src/(?:[^/]+/|)([^/]+)/\\1(?:-api|)[.]module[.]ts$';
/** The parts of itself that a context or nested module may use: its layers and the files beside them. */
const OWN = `^src/$1/(?:${LAYER}|[^/]+$)`;
/** Specs may use test helpers and every layer of their own context; only the borders between contexts hold for them. */
const SPEC = '[.]spec[.]ts$';

/** Parts of the platform that application may use: no adapters, or ports with two adapters. */
const FOR_APPLICATION =
  '(database|dto|mail-rendering|metrics|secrets)/|jobs/worked-on[.]ts|logging/logger[.]ts|mail/mailer[.]ts|storage/file-storage[.]ts|public-address[.]ts';

const npm = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`;
const layer = (name, pathNot = [SPEC]) => ({ path: `${CONTEXT}${name}/`, pathNot });

const rules = [
  {
    name: 'no-circular',
    comment: 'Files that need each other are one file, or one of them is in the wrong place.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'domain-is-pure',
    comment:
      'Rules of the business are tested and read without any framework, database or Node API but the comparison of util.',
    from: layer('domain'),
    to: { pathNot: ['^src/$1/domain/', '^src/shared-kernel/', '^util$'] },
  },
  {
    name: 'application-knows-no-adapter',
    comment:
      'Use cases use ports, so that queue, workbook and HTTP can change without them; of mail and files they use those of the platform.',
    from: layer('application'),
    to: {
      path: [
        '^src/$1/(infrastructure|interface)/',
        `^src/platform/(?!${FOR_APPLICATION})`,
        npm('bull', 'ioredis', 'xlsx', 'nodemailer', 'express', '@nestjs/(bull|platform-express)'),
      ],
    },
  },
  {
    name: 'only-responses-are-documented',
    comment:
      'The classes of *.response.ts define the JSON of a resource; nothing else in application describes HTTP.',
    from: layer('application', [SPEC, '[.]response[.]ts$']),
    to: { path: npm('@nestjs/swagger') },
  },
  {
    name: 'commands-do-not-touch-the-database',
    comment:
      'Commands load and save through repositories and stores; *.queries.ts read and *.store.ts write with SQL.',
    from: layer('application', [SPEC, '[.](queries|store)[.]ts$']),
    to: { path: ['^src/platform/database/', npm('typeorm', 'pg', '@nestjs/typeorm')] },
  },
  {
    name: 'stores-are-used-by-use-cases',
    comment:
      'A store is written for the use cases of its own context; a domain or another context has no part in it.',
    from: { path: '^src/', pathNot: ['/(?:application|interface)/', '[.]module[.]ts$', SPEC] },
    to: { path: '/application/[^/]+[.]store[.]ts$' },
  },
  {
    name: 'infrastructure-knows-no-http',
    comment: 'Adapters that the application calls do not depend on those that call it.',
    from: layer('infrastructure'),
    to: {
      path: [
        '^src/$1/interface/',
        '^src/platform/http/',
        npm('express', '@nestjs/(swagger|platform-express)'),
      ],
    },
  },
  {
    name: 'interface-goes-through-application',
    comment: 'A controller or processor that reads a table or an adapter skips permissions and rules.',
    from: layer('interface'),
    to: {
      path: ['^src/$1/infrastructure/', '^src/platform/database/', npm('typeorm', 'pg', '@nestjs/typeorm')],
    },
  },
  {
    name: 'contexts-only-through-index',
    comment: 'A context can change everything behind its index.ts without asking its neighbours.',
    from: { path: CONTEXT },
    to: { path: CONTEXT, pathNot: [OWN, INDEX] },
  },
  {
    name: 'nested-module-depends-on-its-context',
    comment:
      'A nested module uses its context through index.ts; a context that used it too would be one module with it.',
    from: { path: `^src/(?!(?:shared-kernel|platform|demo|imports|testing)/)([^/]+)/(?:${LAYER}|[^/]+$)` },
    to: { path: `^src/$1/${NESTED}/` },
  },
  {
    name: 'entry-points-only-through-index',
    comment: 'Processes, imports and the demo compose contexts; they do not use their inside.',
    from: { path: [ENTRY_POINT, '^src/(demo|imports)/'] },
    to: { path: CONTEXT, pathNot: [INDEX, CONTEXT_MODULE] },
  },
  {
    name: 'kernel-knows-no-npm',
    comment:
      'Every domain imports the kernel, so it is as pure as they are; bson creates ids, util compares, timers wait.',
    from: { path: '^src/shared-kernel/', pathNot: SPEC },
    to: { pathNot: ['^src/shared-kernel/', npm('bson'), '^(util|timers/promises)$', CONTEXT] },
  },
  {
    name: 'migrations-know-no-context',
    comment: 'A migration does the same for ever, so it keeps a copy of a rule that may change.',
    from: { path: '^migrations/' },
    to: { path: CONTEXT },
  },
  {
    name: 'platform-and-kernel-know-no-context',
    comment: 'What every context uses cannot use one of them.',
    from: { path: '^src/(platform|shared-kernel)/' },
    to: { path: CONTEXT },
  },
  {
    name: 'demo-and-processes-are-outermost',
    comment: 'Seed data and bootstrap code start the rest; nothing depends on them.',
    from: { path: '^src/', pathNot: [ENTRY_POINT, '^src/(demo|imports)/'] },
    to: { path: [ENTRY_POINT, '^src/(demo|imports)/'] },
  },
  {
    name: 'demo-is-loaded-on-demand',
    comment: 'Only a dynamic import may load the demo, so that production never contains it.',
    from: { path: ENTRY_POINT },
    to: { path: '^src/demo/', dependencyTypesNot: ['dynamic-import'] },
  },
  {
    name: 'not-to-test',
    comment: 'The build holds src and migrations only; a test helper would be missing at run time.',
    from: { path: '^src/', pathNot: [SPEC, '^src/testing/'] },
    to: { path: ['^(test|bench)/', '^src/testing/', SPEC] },
  },
  {
    name: 'only-runtime-dependencies',
    comment: 'A dev or transitive package is not installed in production; its types may be used.',
    from: { path: '^src/', pathNot: SPEC },
    to: {
      dependencyTypes: ['npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only', 'npm'],
    },
  },
  {
    name: 'not-unresolvable',
    comment: 'An import that cannot be resolved escapes every rule.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-deprecated-core',
    comment: 'These Node modules are deprecated.',
    from: {},
    to: {
      dependencyTypes: ['core'],
      path: '^(node:)?(_linklist|_stream_wrap|async_hooks/|constants|domain|punycode|querystring|sys|v8/tools/.*|url/)$',
    },
  },
  {
    name: 'no-orphans',
    comment:
      'A file that no other file imports and that imports nothing is a left-over, unless it has the types of a package.',
    from: { orphan: true, pathNot: [ENTRY_POINT, '[.]d[.]ts$'] },
    to: {},
  },
  {
    name: 'no-folder-circles-in-platform',
    comment: 'Folders that need each other are read, tested and replaced only together.',
    scope: 'folder',
    from: { path: '^src/platform/[^/]+$' },
    to: { path: '^src/platform/[^/]+$', circular: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports count: a type from the wrong layer is a dependency too.
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

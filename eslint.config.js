import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const tests = ['test/**/*.ts', 'bench/**/*.ts', '**/*.spec.ts', '**/*.e2e-spec.ts'];

/** A forgotten `only` silences a suite and a forgotten `skip` a test. */
const focusedTests = {
  selector:
    'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(only|skip|todo|failing)$/], ' +
    'MemberExpression[object.object.name=/^(describe|it|test)$/][property.name=/^(only|skip|failing)$/], ' +
    'CallExpression > Identifier.callee[name=/^(x|f)(it|test|describe)$/], ' +
    'MemberExpression > Identifier.object[name=/^(x|f)(it|test|describe)$/]',
  message: 'No focused or skipped tests.',
};

export default defineConfig(
  globalIgnores([
    'dist',
    'coverage',
    'reports',
    '.stryker-tmp',
    '.data',
    'test/architecture/samples',
    'test/generated-client/tour.ts',
    'packages/client/dist',
    'packages/client/src/generated.ts',
  ]),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  js.configs.recommended,
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: { AbortController: 'readonly', console: 'readonly', process: 'readonly', URL: 'readonly' },
    },
  },
  {
    files: ['packages/client/examples/managers-app/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['TextEncoder', 'URLSearchParams', 'btoa', 'crypto', 'document', 'fetch', 'history', 'location'],
          ...['sessionStorage', 'setTimeout'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Files with decorators are left alone by the rule itself: their imports are metadata.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/max-params': ['error', { max: 6 }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Nest modules are empty classes; their decorator is the content.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // DTOs and options are classes for their decorators; a literal of the same shape is as good.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `query<Row>(sql)` names the row once: that is its purpose.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { requireDefaultForNonUnion: true }],
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', focusedTests],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      // Services log through pino, commands write to process.stdout.
      'no-console': 'error',
    },
  },
  {
    // Texts in every language.
    files: ['src/**/*.words.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // The private constructor of an aggregate lists its state.
    files: ['src/*/domain/**'],
    rules: { '@typescript-eslint/max-params': 'off' },
  },
  {
    files: ['**/*.ts'],
    ignores: [
      'src/platform/config/**',
      'test/support/**',
      'bench/**',
      'scripts/**',
      'packages/client/examples/**',
    ],
    rules: {
      // Variables that the configuration does not list are neither checked nor documented.
      'no-restricted-properties': ['error', { object: 'process', property: 'env' }],
      'no-restricted-imports': [
        'error',
        ...['process', 'node:process'].map((name) => ({ name, importNames: ['env'] })),
      ],
    },
  },
  {
    files: tests,
    rules: {
      // Bodies of answers and Jest's matchers are `any`; doubles are async without waiting.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);

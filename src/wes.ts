import { readFileSync } from 'node:fs';
import { runCommandLine } from './platform/cli/command-line.js';

const PACKAGE = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

/**
 * The operator's command. A group of commands is loaded when it is called, so that each starts fast; several groups may
 * add to the same first word.
 */
const groups = [
  {
    names: ['migrate'],
    load: async () => (await import('./migrate.command.js')).registerMigrateCommand,
  },
  {
    names: ['company', 'user', 'session', 'api-key', 'secret'],
    load: async () => (await import('./identity/index.js')).registerIdentityCommands,
  },
  {
    names: ['api-key'],
    load: async () => (await import('./webhooks/index.js')).registerApiKeyRotateCommand,
  },
  {
    names: ['company'],
    load: async () => (await import('./company-settings/index.js')).registerCompanySetCommand,
  },
  {
    names: ['company'],
    load: async () => (await import('./privacy/erasure/index.js')).registerCompanyDeletionCommands,
  },
  {
    names: ['employee'],
    load: async () => (await import('./provisioning/index.js')).registerEmployeeCommands,
  },
  {
    names: ['scim'],
    load: async () => (await import('./provisioning/scim/index.js')).registerScimCommands,
  },
  {
    names: ['plan'],
    load: async () => (await import('./action-plans/index.js')).registerPlanCommands,
  },
  {
    names: ['template'],
    load: async () => (await import('./announcements/index.js')).registerTemplateCommands,
  },
  {
    names: ['person'],
    load: async () => (await import('./privacy/erasure/index.js')).registerPersonEraseCommands,
  },
  {
    names: ['person'],
    load: async () => (await import('./privacy/access/index.js')).registerPersonAccessCommands,
  },
  {
    names: ['reminders'],
    load: async () => (await import('./reminders/index.js')).registerReminderCommands,
  },
  {
    names: ['job'],
    load: async () => (await import('./job.command.js')).registerJobCommands,
  },
  {
    names: ['webhook'],
    load: async () => (await import('./webhooks/index.js')).registerWebhookCommands,
  },
  {
    names: ['legal-hold'],
    load: async () => (await import('./privacy/holds/index.js')).registerLegalHoldCommands,
  },
  {
    names: ['retention'],
    load: async () => (await import('./privacy/retention/index.js')).registerRetentionCommands,
  },
  {
    names: ['privacy'],
    load: async () => (await import('./privacy/processing/index.js')).registerPrivacyCommands,
  },
  {
    names: ['audit'],
    load: async () => (await import('./audit/index.js')).registerAuditCommand,
  },
  {
    names: ['import'],
    load: async () => (await import('./imports/import.command.js')).registerImportCommand,
  },
  {
    names: ['demo'],
    load: async () => (await import('./demo/demo.command.js')).registerDemoCommand,
  },
];

process.exit(await runCommandLine({ version, groups }, process.argv.slice(2)));

import type { CommandGroup } from './platform/cli/command-line.js';

const identity = () => import('./identity/index.js');
const erasure = () => import('./privacy/erasure/index.js');

/** The commands of `wes`, in the order of its help. */
export const COMMANDS: readonly CommandGroup[] = [
  {
    usage: 'migrate [options]',
    description: 'bring the database to the newest migration; prints the migrations that were carried out',
    parts: [{ load: async () => (await import('./migrate.command.js')).registerMigrateCommand }],
  },
  {
    usage: 'company',
    description: 'manage companies',
    parts: [
      {
        names: ['create', 'list', 'rename'],
        load: async () => (await identity()).registerCompanyCommands,
      },
      {
        names: ['set'],
        load: async () => (await import('./company-settings/index.js')).registerCompanySetCommand,
      },
      {
        names: ['delete', 'allow-again'],
        load: async () => (await erasure()).registerCompanyDeletionCommands,
      },
    ],
  },
  {
    usage: 'user',
    description: 'manage the users of companies',
    parts: [{ load: async () => (await identity()).registerUserCommands }],
  },
  {
    usage: 'session',
    description: 'manage the sessions of users',
    parts: [{ load: async () => (await identity()).registerSessionCommands }],
  },
  {
    usage: 'api-key',
    description: 'manage the API keys of companies',
    parts: [
      {
        names: ['issue', 'list', 'revoke'],
        load: async () => (await identity()).registerApiKeyCommands,
      },
      {
        names: ['rotate'],
        load: async () => (await import('./webhooks/index.js')).registerApiKeyRotateCommand,
      },
    ],
  },
  {
    usage: 'secret',
    description: 'manage the secret that makes the check values of credentials',
    parts: [{ load: async () => (await identity()).registerSecretCommands }],
  },
  {
    usage: 'employee',
    description: 'look after employees',
    parts: [{ load: async () => (await import('./syncs/index.js')).registerEmployeeCommands }],
  },
  {
    usage: 'scim',
    description: 'look at identity providers',
    parts: [{ load: async () => (await import('./scim/index.js')).registerScimCommands }],
  },
  {
    usage: 'plan',
    description: 'manage action plans',
    parts: [{ load: async () => (await import('./action-plans/index.js')).registerPlanCommands }],
  },
  {
    usage: 'template',
    description: 'export and import the catalogue of templates',
    parts: [{ load: async () => (await import('./announcements/index.js')).registerTemplateCommands }],
  },
  {
    usage: 'person',
    description: 'the data of a person',
    parts: [
      { names: ['erase'], load: async () => (await erasure()).registerPersonEraseCommand },
      {
        names: ['access'],
        load: async () => (await import('./privacy/access/index.js')).registerPersonAccessCommand,
      },
    ],
  },
  {
    usage: 'reminders',
    description: 'look at mails about plans',
    parts: [{ load: async () => (await import('./reminders/index.js')).registerReminderCommands }],
  },
  {
    usage: 'job',
    description: 'look at jobs, such as exports of plans, and retry them',
    parts: [{ load: async () => (await import('./job.command.js')).registerJobCommands }],
  },
  {
    usage: 'webhook',
    description: 'look after the webhooks of companies',
    parts: [{ load: async () => (await import('./webhooks/index.js')).registerWebhookCommands }],
  },
  {
    usage: 'legal-hold',
    description: 'keep data of people and companies from removal',
    parts: [{ load: async () => (await import('./privacy/holds/index.js')).registerLegalHoldCommands }],
  },
  {
    usage: 'retention',
    description: 'what is removed when its time has passed',
    parts: [{ load: async () => (await import('./privacy/retention/index.js')).registerRetentionCommands }],
  },
  {
    usage: 'privacy',
    description: 'documents for data protection officers',
    parts: [{ load: async () => (await import('./privacy/processing/index.js')).registerPrivacyCommands }],
  },
  {
    usage: 'audit [options]',
    description: 'list who changed what in a company',
    parts: [{ load: async () => (await import('./audit/index.js')).registerAuditCommand }],
  },
  {
    usage: 'import [options] <file>',
    description: 'import the records of a file into a company; prints how many were created and updated',
    parts: [{ load: async () => (await import('./imports/import.command.js')).registerImportCommand }],
  },
  {
    usage: 'demo [options]',
    description: '(re)create two demo companies with realistic data; prints addresses and credentials',
    parts: [{ load: async () => (await import('./demo/demo.command.js')).registerDemoCommand }],
  },
];

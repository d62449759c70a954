import { readEnvFile, warningsOfNames } from './env-file.js';
import { InvalidSettings, Settings } from './settings.js';

/**
 * Reads the settings of this process: its environment, then the file `.env` for the variables that are not set there.
 * @returns the settings, and warnings in one line each
 * @throws {InvalidSettings} which contains the warnings, too
 */
export function loadSettings(kind: 'service' | 'command'): {
  settings: Settings;
  warnings: readonly string[];
} {
  const names = Settings.from({}).variables.map(({ name }) => name);
  const file = readEnvFile(names);
  const others = Object.keys(process.env).filter((name) => !file.names.includes(name));
  const warnings = [...file.warnings, ...warningsOfNames('environment', others, names)];
  try {
    const settings = Settings.from(process.env, kind);
    if (kind === 'service' && settings.isProduction && settings.mail.smtpUrl === undefined) {
      warnings.push('SMTP_URL: is not set; mails are written to files, and nobody receives them');
    }
    return { settings, warnings };
  } catch (error) {
    throw error instanceof InvalidSettings ? new InvalidSettings([error.message, ...warnings]) : error;
  }
}

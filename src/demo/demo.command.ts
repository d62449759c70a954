import type { Command } from 'commander';
import type { Shell } from '../platform/cli/shell.js';
import { Settings } from '../platform/config/settings.js';
import { DemoModule } from './demo.module.js';
import { DemoService } from './demo.service.js';
import { welcomeBox } from './welcome-box.js';

/** `wes demo` */
export function registerDemoCommand(program: Command, shell: Shell): void {
  program
    .command('demo')
    .description('(re)create two demo companies with realistic data; prints addresses and credentials')
    .action(
      shell.withServices(DemoModule, async (services) => {
        const demo = services.get(DemoService);
        await demo.recreate();
        const companies = await demo.issueCredentials();
        const baseUrl = services.get(Settings).baseUrl();
        const note =
          'These credentials are valid for 12 hours, or until "wes demo" or the next start issues fresh ones.';
        return {
          text: welcomeBox(baseUrl, companies, note).trimEnd(),
          json: { baseUrl, docsUrl: `${baseUrl}/docs`, companies },
        };
      }),
    );
}

import { Module, type INestApplicationContext } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { AnnouncementsModule } from '../announcements/index.js';
import { CompanySettingsModule } from '../company-settings/index.js';
import { IdentityModule } from '../identity/index.js';
import { ImportsModule } from '../imports/imports.module.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [IdentityModule, AnnouncementsModule, ImportsModule, CompanySettingsModule],
  providers: [DemoService],
})
export class DemoModule {}

/** Adds the demo to a running application, whose own modules do not contain it. */
export async function loadDemo(app: INestApplicationContext): Promise<DemoService> {
  const module = await app.get(LazyModuleLoader).load(() => DemoModule);
  return module.get(DemoService);
}

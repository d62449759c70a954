import { Module, type DynamicModule } from '@nestjs/common';
import { AnnouncementsModule } from './announcements/index.js';
import { DemoModule } from './demo/demo.module.js';
import { IdentityModule } from './identity/index.js';
import { PlatformModule, type Runtime } from './platform/platform.module.js';

/** The table of contents: the contexts, and what they stand on. */
@Module({})
export class AppModule {
  static for(runtime: Runtime): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.for(runtime), IdentityModule, AnnouncementsModule, DemoModule],
    };
  }
}

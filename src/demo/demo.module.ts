import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/index.js';
import { IdentityModule } from '../identity/index.js';
import { DemoService } from './demo.service.js';

@Module({ imports: [IdentityModule, AnnouncementsModule], providers: [DemoService], exports: [DemoService] })
export class DemoModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../identity/index.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { AnnouncementTemplatesQueries } from './application/announcement-templates.queries.js';
import { AnnouncementTemplatesService } from './application/announcement-templates.service.js';
import { CatalogueImportService } from './application/catalogue-import.service.js';
import { AnnouncementTemplateRepository } from './domain/announcement-template.repository.js';
import { announcementTemplateSchema } from './infrastructure/announcement-template.schema.js';
import { TypeormAnnouncementTemplateRepository } from './infrastructure/typeorm-announcement-template.repository.js';
import { AnnouncementTemplatesController } from './interface/announcement-templates.controller.js';
import { TemplatePreviewsController } from './interface/template-previews.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([announcementTemplateSchema]), IdempotencyModule, IdentityModule],
  controllers: [AnnouncementTemplatesController, TemplatePreviewsController],
  providers: [
    AnnouncementTemplatesService,
    AnnouncementTemplatesQueries,
    CatalogueImportService,
    { provide: AnnouncementTemplateRepository, useClass: TypeormAnnouncementTemplateRepository },
  ],
  exports: [AnnouncementTemplatesService],
})
export class AnnouncementsModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnnouncementTemplatesQueries } from './application/announcement-templates.queries.js';
import { AnnouncementTemplatesService } from './application/announcement-templates.service.js';
import { AnnouncementTemplateRepository } from './domain/announcement-template.repository.js';
import { announcementTemplateSchema } from './infrastructure/announcement-template.schema.js';
import { TypeormAnnouncementTemplateRepository } from './infrastructure/typeorm-announcement-template.repository.js';
import { AnnouncementTemplatesController } from './interface/announcement-templates.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([announcementTemplateSchema])],
  controllers: [AnnouncementTemplatesController],
  providers: [
    AnnouncementTemplatesService,
    AnnouncementTemplatesQueries,
    { provide: AnnouncementTemplateRepository, useClass: TypeormAnnouncementTemplateRepository },
  ],
  exports: [AnnouncementTemplatesService],
})
export class AnnouncementsModule {}

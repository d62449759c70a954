/**
 * Public API of the announcements context. Export only what other parts may use, by name.
 */
export { AnnouncementsModule } from './announcements.module.js';
export { AnnouncementTemplatesService } from './application/announcement-templates.service.js';
export { registerTemplateCommands } from './interface/template.commands.js';

/**
 * Public API of the announcements context. Export only what other parts may use, by name.
 */
export { AnnouncementsModule } from './announcements.module.js';
export { TemplateResponse } from './application/announcement-template.response.js';
export { AnnouncementTemplatesService } from './application/announcement-templates.service.js';
export { TEMPLATE_CHANGES } from './application/template-changes.queries.js';
export { MANAGE_TEMPLATES } from './interface/template-permissions.js';
export { registerTemplateCommands } from './interface/template.commands.js';

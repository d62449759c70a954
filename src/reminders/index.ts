/** The public API of reminders. */
export { ReminderSettingsService } from './application/reminder-settings.service.js';
export { ReminderWishes } from './application/reminder-wishes.js';
export { WishesLinks } from './application/wishes-links.js';
export type { ReminderSettings } from './domain/reminder-settings.js';
export { DEFAULT_WISHES, type Wishes } from './domain/wishes.js';
export { ReminderEraser } from './infrastructure/reminder-eraser.js';
export { ReminderSource } from './infrastructure/reminder-source.js';
export { registerReminderCommands } from './interface/reminder.commands.js';
export { registerCompanySetCommand } from './interface/company-settings.command.js';
export { ReminderSettingsModule, RemindersModule } from './reminders.module.js';

/** The public API of reminders. */
export { ReminderSettingsService } from './application/reminder-settings.service.js';
export { ReminderWishes } from './application/reminder-wishes.js';
export { WishesLinks } from './application/wishes-links.js';
export {
  changeReminderSettings,
  DEFAULT_REMINDER_SETTINGS,
  hourIssues,
  LAST_HOUR,
  weekdaysIssues,
  type ReminderSettings,
} from './domain/reminder-settings.js';
export { DEFAULT_WISHES, type Wishes } from './domain/wishes.js';
export { REMINDER_TABLES, ReminderEraser, ReminderSource } from './infrastructure/reminder.tables.js';
export { registerReminderCommands } from './interface/reminder.commands.js';
export { ReminderSettingsModule, RemindersModule } from './reminders.module.js';

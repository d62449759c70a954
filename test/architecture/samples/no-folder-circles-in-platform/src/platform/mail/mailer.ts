import { settings } from '../config/settings.js'; // offends

export const mailer = settings;

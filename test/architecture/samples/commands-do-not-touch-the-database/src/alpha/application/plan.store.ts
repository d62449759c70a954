import type { DataSource } from 'typeorm';
import { sql } from '../../platform/database/sql.js';

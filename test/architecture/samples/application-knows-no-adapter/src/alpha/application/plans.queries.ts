import { http } from '../../platform/http/guard.js'; // offends
import type { DataSource } from 'typeorm';
import { sql } from '../../platform/database/sql.js';

export class PlansQueries {}

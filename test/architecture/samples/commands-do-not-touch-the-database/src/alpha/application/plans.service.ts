import type { Pool } from 'pg'; // offends
import { InjectRepository } from '@nestjs/typeorm'; // offends
import { sql } from '../../platform/database/sql.js'; // offends

export type Source = import('typeorm').DataSource; // offends

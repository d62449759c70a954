import type { DataSource } from 'typeorm';

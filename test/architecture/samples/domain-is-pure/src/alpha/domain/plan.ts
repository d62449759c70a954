import type { DataSource } from 'typeorm'; // offends
import { readFileSync } from 'node:fs'; // offends
import { Injectable } from '@nestjs/common'; // offends
import type { Beta } from '../../beta/index.js'; // offends
import { settings } from '../../platform/config/settings.js'; // offends
import type { PlansService } from '../application/plans.service.js'; // offends
import type { Actor } from '../../shared-kernel/actor.js';
import type { Title } from './title.js';

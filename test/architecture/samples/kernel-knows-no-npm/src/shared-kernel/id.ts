import { Injectable } from '@nestjs/common'; // offends
import { randomUUID } from 'node:crypto'; // offends
import type { Settings } from '../platform/config/settings.js'; // offends
import { ObjectId } from 'bson';
import { text } from './text.js';

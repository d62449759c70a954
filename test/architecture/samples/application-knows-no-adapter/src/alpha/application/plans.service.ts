import type { Request } from 'express'; // offends
import { smtp } from '../../platform/mail/smtp-mailer.js'; // offends
import { settings } from '../../platform/config/settings.js'; // offends
import { TypeormPlanRepository } from '../infrastructure/typeorm-plan.repository.js'; // offends
import type { PlanBody } from '../interface/plans.dto.js'; // offends
import { Mailer } from '../../platform/mail/mailer.js';
import { Injectable } from '@nestjs/common';
import type { Beta } from '../../beta/index.js';
import type { Actor } from '../../shared-kernel/actor.js';
import type { Plan } from '../domain/plan.js';
import { PlansQueries } from './plans.queries.js';

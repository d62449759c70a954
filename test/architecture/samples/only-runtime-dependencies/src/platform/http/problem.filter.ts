import fc from 'fast-check'; // offends
import { expect } from '@jest/globals'; // offends
import { Catch } from '@nestjs/common';
import type { Response } from 'express';

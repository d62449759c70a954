import { gone } from './gone.js'; // offends
import { nowhere } from 'no-such-package'; // offends
import { Injectable } from '@nestjs/common';

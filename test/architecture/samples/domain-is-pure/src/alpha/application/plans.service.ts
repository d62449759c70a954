import { Injectable } from '@nestjs/common';

export class PlansService {}

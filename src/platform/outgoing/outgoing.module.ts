import { Module } from '@nestjs/common';
import { FilteredRequests } from './filtered-requests.js';

@Module({ providers: [FilteredRequests], exports: [FilteredRequests] })
export class OutgoingModule {}

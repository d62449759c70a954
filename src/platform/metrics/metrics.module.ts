import { Module, type DynamicModule } from '@nestjs/common';
import type { Runtime } from '../platform.module.js';
import { MetricsServer } from './metrics-server.js';
import { ProcessMetrics } from './process-metrics.js';

/** Metrics and health of a process on a port of their own, where one is set. */
@Module({})
export class MetricsModule {
  static for({ settings }: Runtime): DynamicModule {
    const isServed = settings.metrics.port !== undefined;
    return { module: MetricsModule, providers: isServed ? [ProcessMetrics, MetricsServer] : [] };
  }
}

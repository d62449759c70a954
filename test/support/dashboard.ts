import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPS } from './prometheus.js';

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

/** An expression of the dashboard, as Grafana sends it to Prometheus. */
export interface PanelQuery {
  readonly panel: string;
  readonly expression: string;
}

/** @param interval - for the rates of the dashboard, like `30s` */
export function dashboardQueries(interval: string): PanelQuery[] {
  const { panels } = JSON.parse(readFileSync(join(OPS, 'dashboard.json'), 'utf8')) as { panels: Panel[] };
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      panel: title,
      expression: expr.replaceAll('$__rate_interval', interval).replaceAll('$job', 'wes'),
    })),
  );
}

/** The names of the metrics of an expression, or of a file of rules. */
export function metricsIn(expressions: string): string[] {
  return [...new Set(expressions.match(/\b(?:wes|nodejs|process)_\w+/g))];
}

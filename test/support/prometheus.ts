import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './free-ports.js';
import { ensureInstalled, SYSTEM_PACKAGES } from './system-packages.js';

export const OPS = join(import.meta.dirname, '../../ops');

/** Runs promtool in the folder of the rules. @returns the exit code and everything that it printed */
export async function promtool(
  args: readonly string[],
  input = '',
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const program = join(dirname(await ensureInstalled(SYSTEM_PACKAGES.prometheus)), 'promtool');
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: OPS, input, encoding: 'utf8' });
  return { exitCode: status, output: stdout + stderr };
}

/** One value of the answer to a query. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  /** The time in seconds, and the value as text. */
  readonly value: readonly [number, string];
}

/** A Prometheus of its own, with the alert rules of `ops`, which scrapes once a second. */
export class Prometheus {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param targets - host and port of each process, by the label `process` */
  static async start(targets: Readonly<Record<string, readonly string[]>>): Promise<Prometheus> {
    const program = await ensureInstalled(SYSTEM_PACKAGES.prometheus);
    const folder = await mkdtemp(join(tmpdir(), 'wes-prometheus-'));
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(OPS, 'alerts.yml')],
      scrape_configs: [
        {
          job_name: 'wes',
          static_configs: Object.entries(targets).map(([process, of]) => ({
            targets: of,
            labels: { process },
          })),
        },
      ],
    };
    const file = join(folder, 'prometheus.yml');
    await writeFile(file, JSON.stringify(config)); // which is YAML, too
    const port = await freePort();
    const child = spawn(
      program,
      [
        ...[`--config.file=${file}`, `--storage.tsdb.path=${folder}`],
        ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
      ],
      { stdio: 'ignore' },
    );
    const prometheus = new Prometheus(`http://127.0.0.1:${port}`, child, folder);
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`Prometheus ended (${child.exitCode}).`);
      const { status } = await fetch(`${prometheus.url}/-/ready`);
      if (status !== 200) throw new Error(`Prometheus is not ready: ${status}.`);
    }, 30_000);
    return prometheus;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.exitCode === null && this.child.kill()) await ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  /** @throws when the expression is wrong */
  async query(expression: string): Promise<readonly Sample[]> {
    const { data } = await this.get<{ result: readonly Sample[] }>(
      `query?query=${encodeURIComponent(expression)}`,
    );
    return data.result;
  }

  /** The names of the alerts that are pending or firing. */
  async alerts(): Promise<readonly string[]> {
    const { data } = await this.get<{ alerts: readonly { labels: { alertname: string } }[] }>('alerts');
    return [...new Set(data.alerts.map(({ labels }) => labels.alertname))].sort();
  }

  private async get<Data>(path: string): Promise<{ readonly data: Data }> {
    const answer = await fetch(`${this.url}/api/v1/${path}`);
    if (answer.status !== 200) throw new Error(`Prometheus: ${path}: ${await answer.text()}`);
    return (await answer.json()) as { data: Data };
  }
}

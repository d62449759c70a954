import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { callerIdOf, type Actor } from '../../shared-kernel/actor.js';
import { Settings } from '../config/settings.js';
import { BusyReads, CompanyConnections } from '../database/company-connections.js';
import type { PermitHolder, Release } from '../database/semaphore.js';
import { AnswerPace } from './answer-pace.js';

/**
 * Ends the work on a request.
 * @param bytes - size of the answer
 * @param gotOn - false where the database did not answer
 */
export type EndOfWork = (bytes: number, gotOn?: boolean) => void;

/** The share of a company, and of each of its callers, in what a process does at a time (ADR 24). */
@Injectable()
export class CompanyShare {
  constructor(
    private readonly connections: CompanyConnections,
    private readonly busyReads: BusyReads,
    private readonly pace: AnswerPace,
    private readonly settings: Settings,
  ) {}

  /**
   * Waits until a request may be worked on. A busy read that waits for others leaves the connections of its company to
   * other requests.
   * @returns undefined when the client is gone
   * @throws {NoPermit}
   * @throws {HttpProblem} 429 for a caller who reads many large answers
   */
  async take(actor: Actor, response: Response, { isBusyRead = false } = {}): Promise<EndOfWork | undefined> {
    const gone = new AbortController();
    const onClose = (): void => gone.abort();
    response.once('close', onClose);
    const holder = { companyId: actor.companyId, callerId: callerIdOf(actor) };
    const asked = { actor, url: response.req.originalUrl };
    const deadline = performance.now() + this.settings.database.poolWaitMs;
    try {
      // Others may have begun to read large answers while this request waited for its permits.
      for (;;) {
        await this.pace.wait(asked, deadline, gone.signal);
        const release = await this.permits(holder, isBusyRead, gone.signal);
        const settle = this.pace.begin(asked);
        if (settle) {
          return (bytes, gotOn) => {
            release(gotOn);
            settle(bytes);
          };
        }
        release();
      }
    } catch (error) {
      if (gone.signal.aborted) return undefined;
      throw error;
    } finally {
      response.off('close', onClose);
    }
  }

  private async permits(holder: PermitHolder, isBusyRead: boolean, signal: AbortSignal): Promise<Release> {
    const releaseBusy = isBusyRead ? await this.busyReads.take(holder, signal) : () => undefined;
    try {
      const release = await this.connections.take(holder, signal);
      return (gotOn) => {
        release(gotOn);
        releaseBusy();
      };
    } catch (error) {
      releaseBusy();
      throw error;
    }
  }
}

import type { RunningProgram } from './built-program.ts';

const checkEveryMs = 50;
const nextCheck = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, checkEveryMs));

export class Balancer {
  private members: RunningProgram[];
  private ready: readonly RunningProgram[];
  private turn = 0;
  private isChecking = false;
  private readonly timer: NodeJS.Timeout;

  constructor(programs: readonly RunningProgram[]) {
    this.members = [...programs];
    this.ready = this.members;
    this.timer = setInterval(() => void this.check(), checkEveryMs);
  }

  /** Only one check runs at a time, so that a late response does not overwrite a newer response. */
  private async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    const ready = await Promise.all(
      this.members.map(async (member) => {
        const answer = await fetch(`${member.origin}/readyz`).catch(() => null);
        return answer?.ok && (await answer.text().catch(() => '')) !== '' ? [member] : [];
      }),
    );
    this.ready = ready.flat().filter((member) => this.members.includes(member));
    this.isChecking = false;
  }

  private async next(): Promise<string> {
    this.turn += 1;
    // Waits for the next check. Without this pause, repeated calls would keep the event loop busy, so that no check could finish.
    if (this.ready.length === 0) await nextCheck();
    const chosen = this.ready[this.turn % this.ready.length];
    if (!chosen) throw new Error('No process is ready');
    return chosen.origin;
  }

  async once<T>(work: (origin: string) => Promise<T>): Promise<T> {
    return work(await this.next());
  }

  /** Sends a request that is safe to repeat. If the connection is lost, another process gets the request. */
  async ask<T>(work: (origin: string) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      let received = '';
      try {
        received = await this.next();
        return await work(received);
      } catch (error) {
        if (tries > 2 * this.members.length) throw error;
        // Removes the process from the list, so that it gets no requests until a check finds it ready.
        this.ready = this.ready.filter(({ origin }) => origin !== received);
        await nextCheck();
      }
    }
  }

  async withdrawn(program: RunningProgram): Promise<void> {
    while (this.ready.includes(program)) await nextCheck();
  }

  replace(old: RunningProgram, by: RunningProgram): void {
    this.members = this.members.map((program) => (program === old ? by : program));
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

import type { Reporter, TestModule } from 'vitest/node';
import { appendResult } from './kept-results.ts';

export default class ResultsReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const [path, part] = [process.env['TEST_RESULTS'], process.env['TEST_PART']];
    if (!path || !part) return;
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    appendResult(path, {
      part,
      file: module.relativeModuleId,
      passed: module.state() !== 'failed',
      seconds: Math.round((duration + collectDuration + setupDuration) / 100) / 10,
    });
  }
}

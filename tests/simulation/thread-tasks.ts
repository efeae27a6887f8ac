import { Piscina } from 'piscina';

type Run = typeof Piscina.prototype.run;

export function watchThreadTasks(began: () => void, ended: () => void): { readonly undo: () => void } {
  const run: Run = Reflect.get(Piscina.prototype, 'run');
  const watched = function (this: Piscina, ...parameters: Parameters<Run>): ReturnType<Run> {
    began();
    return run.apply(this, parameters).finally(ended);
  };
  Reflect.set(Piscina.prototype, 'run', watched);
  return { undo: () => void Reflect.set(Piscina.prototype, 'run', run) };
}

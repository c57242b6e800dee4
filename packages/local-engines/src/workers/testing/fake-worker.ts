import type { Work, WorkerMessage } from '../messages.ts';

// A worker that does what a job tells it, for tests of the process around it.

export interface Order {
  models: { id: string }[];
  /** The work that it reports as begun. */
  begins: Work[];
  /** Its next action: it answers, hangs, exits with a code, or is ended by a signal. */
  does: 'answer' | 'hang' | 'exit' | 'abort' | 'be-killed';
}

process.on('message', (order: Order) => void obey(order));
process.on('disconnect', () => process.exit());
void send({ kind: 'ready' });

async function obey({ begins, does }: Order): Promise<void> {
  for (const work of begins) await send({ kind: 'begins', work });
  if (does === 'answer') await send({ kind: 'answer', answer: 'done', residentBytes: 1 });
  if (does === 'exit') process.exit(255);
  if (does === 'abort') process.abort();
  if (does === 'be-killed') process.kill(process.pid, 'SIGKILL');
}

function send(message: WorkerMessage<string>): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}

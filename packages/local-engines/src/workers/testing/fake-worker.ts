import { sendMessage, type Work } from '../messages.ts';

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
void sendMessage({ kind: 'ready' });

async function obey({ begins, does }: Order): Promise<void> {
  for (const work of begins) await sendMessage({ kind: 'begins', work });
  if (does === 'answer') await sendMessage({ kind: 'answer', answer: 'done', residentBytes: 1 });
  if (does === 'exit') process.exit(255);
  if (does === 'abort') process.abort();
  if (does === 'be-killed') process.kill(process.pid, 'SIGKILL');
}

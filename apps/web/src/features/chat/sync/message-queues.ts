import type { JobDefinition, JobQueue } from '@/shared/offline/job-queue.ts';
import type { OutboxEntry } from '../model/outbox-entry.ts';

/** The kinds of job that messages are: files have a queue of their own, beside the other messages. */
export type MessageJobKind = 'messages' | 'files';

/** The unconfirmed messages of one writer. */
export interface OutboxState {
  /** In order of writing. */
  jobs: readonly OutboxEntry[];
  /** Ids of the messages whose queue waits for the network, or tries again after a failure. */
  waiting: ReadonlySet<string>;
}

/** Both queues, seen as one. */
export interface MessageQueues
  extends Pick<
    JobQueue<OutboxEntry>,
    'subscribe' | 'add' | 'update' | 'remove' | 'wake' | 'reload' | 'stop'
  > {
  get(): OutboxState;
  find(id: string): OutboxEntry | undefined;
}

/**
 * Starts the two queues of a writer's messages. Each keeps its order, and messages pass a file that
 * takes long. Voice messages are with the texts: what is said keeps its place in the talk.
 */
export function startMessageQueues(
  start: (kind: MessageJobKind, definition: JobDefinition<OutboxEntry>) => JobQueue<OutboxEntry>,
  definition: JobDefinition<OutboxEntry>,
): MessageQueues {
  const messages = start('messages', definition);
  const files = start('files', definition);
  const queues = [messages, files];
  const listeners = new Set<() => void>();
  let state = combined();
  for (const queue of queues) {
    queue.subscribe(() => {
      state = combined();
      for (const listener of listeners) listener();
    });
  }

  function combined(): OutboxState {
    const waiting = new Set<string>();
    for (const queue of queues) {
      const { jobs, activity } = queue.get();
      // Still waiting during the next attempt: the sign changes when something is known, not with
      // every try.
      if (activity.kind !== 'idle' && activity.failures > 0) for (const { id } of jobs) waiting.add(id);
    }
    return { jobs: merged(messages.get().jobs, files.get().jobs), waiting };
  }

  function queueOf(entry: OutboxEntry): JobQueue<OutboxEntry> {
    return entry.attachment ? files : messages;
  }

  function find(id: string): OutboxEntry | undefined {
    return state.jobs.find((entry) => entry.id === id);
  }

  return {
    get: () => state,
    find,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (entry) => queueOf(entry).add(entry),
    update: (entry) => queueOf(entry).update(entry),
    async remove(id) {
      const entry = find(id);
      return entry ? queueOf(entry).remove(id) : null;
    },
    wake() {
      for (const queue of queues) queue.wake();
    },
    async reload() {
      await Promise.all(queues.map((queue) => queue.reload()));
    },
    stop() {
      for (const queue of queues) queue.stop();
    },
  };
}

/** Each queue keeps its order, also when the device's clock was put back. */
function merged(messages: readonly OutboxEntry[], files: readonly OutboxEntry[]): OutboxEntry[] {
  const left = [...files];
  const jobs: OutboxEntry[] = [];
  for (const message of messages) {
    while (left[0] && left[0].writtenAt < message.writtenAt) jobs.push(...left.splice(0, 1));
    jobs.push(message);
  }
  return [...jobs, ...left];
}

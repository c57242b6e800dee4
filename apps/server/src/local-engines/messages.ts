/** What a worker does: it says so before it begins, so that the server knows what ended a process. */
export type Work =
  /** Reads what a user sent. */
  | { stage: 'input' }
  /** Loads a model: the id of it. */
  | { stage: 'model'; id: string }
  /** Computes the answer. */
  | { stage: 'job' };

/** What a worker says. It answers one job at a time. */
export type WorkerMessage<Answer> =
  | { kind: 'ready' }
  | { kind: 'begins'; work: Work }
  | { kind: 'answer'; answer: Answer; residentBytes: number }
  /**
   * The engine cannot load this model. `reason`: what the engine or the file system said, without
   * any user's text; at most 200 characters. The process ends.
   */
  | { kind: 'unusable'; id: string; reason: string }
  /**
   * The engine has no more memory. `id`: the model that it was loading, null otherwise. The process
   * ends.
   */
  | { kind: 'out-of-memory'; id: string | null };

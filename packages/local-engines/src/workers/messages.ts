/**
 * The work that a worker reports before it begins, so that the server knows which work ended a
 * process.
 */
export type Work =
  /** Reads the user's input. */
  | { stage: 'input' }
  /** Loads a model: the id of it. */
  | { stage: 'model'; id: string }
  /** Computes the answer. */
  | { stage: 'job' };

/** A message from a worker. It answers one job at a time. */
export type WorkerMessage<Answer> =
  | { kind: 'ready' }
  | { kind: 'begins'; work: Work }
  | { kind: 'answer'; answer: Answer; residentBytes: number }
  /**
   * The engine cannot load this model. `reason`: the error of the engine or the file system,
   * without any user's text; at most 200 characters. The process ends.
   */
  | { kind: 'unusable'; id: string; reason: string }
  /**
   * The engine has no more memory. `id`: the model that it was loading, null otherwise. The process
   * ends.
   */
  | { kind: 'out-of-memory'; id: string | null };

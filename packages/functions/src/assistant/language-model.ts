import type { Provider } from '../providers/provider.ts';

/**
 * A model's input: its task and the data. No third kind of message exists, so that no user's text
 * can pose as an instruction.
 */
export interface ModelJob {
  instructions: string;
  data: string;
}

/**
 * A model that writes, piece by piece. An adapter maps codes and errors; limits are the caller's.
 */
export interface LanguageModel extends Provider {
  /**
   * Begins an answer.
   * @param signal ends the attempt to begin it.
   * @param whole ends the answer as well.
   * @returns the pieces of the text as they come. They throw {@link EngineError} when the model
   * breaks off.
   * @throws {EngineError} when it does not begin
   */
  write(job: ModelJob, signal: AbortSignal, whole: AbortSignal): Promise<AsyncGenerator<string>>;
}

/** Allows one request at a time to work on an upload. */
export interface ExclusiveUploads {
  /**
   * Stops the request that works on an upload, waits until it has stored the received bytes, then
   * runs `work`. A client asks again when its connection was cut, which a server may learn minutes
   * later.
   * @param stop ends `work` early, for the next request
   */
  run<T>(upload: string, stop: () => void, work: () => Promise<T>): Promise<T>;
}

/**
 * Covers the requests of this process; the database refuses a request that another process has
 * overtaken.
 */
export function createExclusiveUploads(): ExclusiveUploads {
  const running = new Map<string, { stop(): void; done: Promise<void> }>();
  return {
    async run(upload, stop, work) {
      for (let other = running.get(upload); other; other = running.get(upload)) {
        other.stop();
        await other.done;
      }
      const result = work();
      const end = () => void running.delete(upload);
      running.set(upload, { stop, done: result.then(end, end) });
      return result;
    },
  };
}

/**
 * Closes one after the other. One that fails does not keep those after it open, which may hold what
 * is being stored.
 * @throws the first failure, when all have been closed
 */
export async function closeAll(closers: ReadonlyArray<() => Promise<void>>): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

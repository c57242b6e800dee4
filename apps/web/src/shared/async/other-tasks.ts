/** Lets the browser do what else it has to: a slow phone would not scroll or take a press meanwhile. */
export async function otherTasks(): Promise<void> {
  // A background page skips the pause: no user waits, and its timers run only once a second.
  if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
}

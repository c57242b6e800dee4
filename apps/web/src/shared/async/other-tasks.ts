/** Lets the browser do what else it has to: a slow phone would not scroll or take a press meanwhile. */
export async function otherTasks(): Promise<void> {
  // In the background nobody waits for it, and timers would run once a second.
  if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
}

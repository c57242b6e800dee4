/** @returns the value below which the given share of the samples lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('no samples');
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number;
}

/**
 * The middle of the samples: repeated runs on a shared machine vary, and a mean follows the
 * outliers.
 */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

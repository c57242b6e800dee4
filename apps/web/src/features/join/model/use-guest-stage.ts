import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { GuestStage } from './guest-entrance.ts';

/** Its presence in the address says that the visitor asked to go on as a guest. */
const GUEST_QUERY = 'guest';

/**
 * The link of the offer to go on as a guest: a link, so that it also works before the page is
 * hydrated.
 */
export const GUEST_LINK = `?${GUEST_QUERY}`;

type Progress = Extract<GuestStage, { at: 'entering' | 'inside' }>;

/**
 * The visitor's progress on the way in as a guest. Whether they asked for it is in the address; the
 * later steps are state of the page.
 * @returns the stage, and a function that changes it
 */
export function useGuestStage(): [GuestStage, (stage: GuestStage) => void] {
  const [params, setParams] = useSearchParams();
  const [progress, setProgress] = useState<Progress | null>(null);
  const asked = params.has(GUEST_QUERY);
  const setStage = (stage: GuestStage) => {
    const isProgress = stage.at === 'entering' || stage.at === 'inside';
    setProgress(isProgress ? stage : null);
    if (isProgress || (stage.at === 'asked') === asked) return;
    setParams(asked ? '' : GUEST_QUERY, { replace: true, preventScrollReset: true });
  };
  return [progress ?? { at: asked ? 'asked' : 'outside' }, setStage];
}

import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

type SingleMutation<Data, Failure, Variables> = Omit<
  UseMutationResult<Data, Failure, Variables>,
  'mutateAsync'
>;

/**
 * A mutation that runs once at a time: two presses in a row are one, as the second comes before the
 * button has been drawn as busy. A call while another runs is dropped, and its callbacks with it.
 */
export function useSingleMutation<Data, Variables = void, Failure = Error>(
  options: UseMutationOptions<Data, Failure, Variables>,
): SingleMutation<Data, Failure, Variables> {
  const running = useRef(false);
  const {
    mutate: start,
    mutateAsync: _,
    ...mutation
  } = useMutation({
    ...options,
    onSettled: (...outcome) => {
      running.current = false;
      return options.onSettled?.(...outcome);
    },
  });
  // The same function in each rendering, as the library's own: effects may depend on it.
  const mutate: typeof start = useCallback(
    (...call) => {
      if (running.current) return;
      running.current = true;
      start(...call);
    },
    [start],
  );
  return { ...mutation, mutate };
}

import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names; what is false, null or undefined is left out. Nothing is weighed here: of two classes that set the same thing the
 * style sheet decides, by its own order. A component whose look callers may change says `weak:` before what may be changed
 * (shared/styles/index.css); elsewhere one of two looks is chosen, never both written.
 */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs);
}

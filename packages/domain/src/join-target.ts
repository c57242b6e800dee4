import { boothPath, joinPath } from './routes.ts';
import { withoutTrailing } from './text.ts';

/** The target of a scanned code: one session, or a booth, which has a session for each visitor. */
export type JoinTarget = { kind: 'session'; id: string } | { kind: 'booth'; code: string };

/** @returns the page of a target: `/join/{id}` or `/b/{code}`. */
export function targetPath(target: JoinTarget): string {
  return target.kind === 'session' ? joinPath(target.id) : boothPath(target.code);
}

/** @returns the link in a target's QR code. @param origin as in `location.origin` */
export function targetLink(origin: string, target: JoinTarget): string {
  return `${withoutTrailing(origin, '/')}${targetPath(target)}`;
}

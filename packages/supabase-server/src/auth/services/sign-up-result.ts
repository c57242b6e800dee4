import type { UserRow } from '../data/users.ts';
import type { SignIn } from './sign-in.ts';

export type SignUp =
  | { kind: 'signed-in'; signIn: SignIn }
  /** The address must be confirmed first. */
  | { kind: 'confirmation-sent'; user: UserRow };

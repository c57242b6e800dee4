/** A user whose bearer token the host has verified. */
export interface SignedInCaller {
  userId: string;
  /** The network that the call came from; without it no limit per address applies. */
  address?: string | null;
}

/** The caller; null when there was no bearer token, or none that is valid. */
export type Caller = SignedInCaller | null;

/** Answers one call of a server function. */
export type FunctionHandler = (request: Request, caller: Caller) => Promise<Response>;

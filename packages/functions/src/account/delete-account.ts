import { z } from 'zod';
import { jsonResponse, readJsonBody } from '../http/json.ts';

/**
 * The proof that a user must give before their account is deleted: the password, or the typed
 * address if the account has no password. A guest has neither.
 */
export type DeletionProof = 'password' | 'address' | 'none';

/** The numbers of records that a deletion removes, for the confirmation dialog. */
export interface AccountSize {
  chats: number;
  messages: number;
  files: number;
}

export interface Credentials {
  password: string | null;
  address: string | null;
}

/** The account that a call is about, as its host knows it. */
export interface DeletableAccount {
  requiredProof(): Promise<DeletionProof>;
  size(): Promise<AccountSize>;
  /**
   * Returns when the holder of the session has proved to be its user.
   * @throws {AccountRefusal} 422 for a wrong password, 400 for a missing proof or another address,
   * 429 after too many wrong ones; or the host's own error
   */
  verify(proof: Credentials): Promise<void>;
  /** Deletes the user with all data that is theirs or about them, for good. */
  remove(): Promise<void>;
}

/** A call that is refused, with what the response says. */
export class AccountRefusal extends Error {
  override readonly name = 'AccountRefusal';
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** `confirmed` protects against an unintended call. */
const bodySchema = z.object({
  confirmed: z.literal(true),
  password: z.string().max(1000).nullish(),
  address: z.string().max(1000).nullish(),
});
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Answers one call of the function `delete-account` (docs/adr/0032). GET: the proof that the caller
 * must give, and the numbers of records that would be deleted. POST
 * `{confirmed: true, password?, address?}`: deletes the caller, for good.
 */
export async function answerDeletion(request: Request, account: DeletableAccount): Promise<Response> {
  if (request.method === 'GET') {
    return jsonResponse(200, { proof: await account.requiredProof(), ...(await account.size()) });
  }
  if (request.method !== 'POST') {
    return jsonResponse(405, { error: 'Call this function with GET or POST' }, { allow: 'GET, POST' });
  }
  const read = await readJsonBody(request, MAX_BODY_BYTES);
  if (!read.ok) return read.response;
  const body = bodySchema.safeParse(read.value);
  if (!body.success) {
    const fault = body.error.issues[0]?.path[0];
    const message =
      fault === 'password' || fault === 'address'
        ? `${fault}: must be a text of at most 1000 characters`
        : 'confirmed: must be true';
    return jsonResponse(400, { code: 'validation_failed', message });
  }
  const { password, address } = body.data;
  try {
    await account.verify({ password: password ?? null, address: address ?? null });
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error;
    const { status, code, message, retryAfterSeconds } = error;
    const headers: Record<string, string> =
      retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) };
    return jsonResponse(status, { code, message }, headers);
  }
  await account.remove();
  return jsonResponse(200, { deleted: true });
}

/** The error body of the REST protocol (supabase-protocol 3.4); nulls are kept. */
export interface RestErrorBody {
  code: string;
  message: string;
  details: unknown;
  hint: string | null;
}

export interface RestErrorOptions {
  details?: unknown;
  hint?: string | null;
  headers?: Record<string, string>;
  /**
   * The request names something that the schema cache does not know: worth one look at the database
   * before refusing.
   */
  schemaMiss?: boolean;
}

/** A request that is answered with an error of the REST protocol. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly schemaMiss: boolean;

  constructor(status: number, code: string, message: string, options: RestErrorOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
    this.schemaMiss = options.schemaMiss ?? false;
  }

  get body(): RestErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint };
  }
}

/** A request that is invalid for every schema (PGRST1xx). */
export const requestErrors = {
  parse: (message: string, details: string) => new RestError(400, 'PGRST100', message, { details }),
  rpcMethod: (method: string) => new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  body: (message: string) => new RestError(400, 'PGRST102', message),
  bodyTooLarge: (limit: number) =>
    new RestError(413, 'PGRST102', `The request body is larger than ${limit} bytes`),
  range: (details: string, headers: Record<string, string> = {}) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers }),
  schema: (schema: string, exposed: readonly string[]) =>
    new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaType: (accept: string) =>
    new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`),
  notEmbedded: (resource: string) =>
    new RestError(400, 'PGRST108', `'${resource}' is not an embedded resource in this request`, {
      hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
    }),
  notOneRow: (rows: number) =>
    new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  putFilters: () =>
    new RestError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  putPage: () =>
    new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putKey: () => new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  method: (method: string) => new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  relatedOrder: (origin: string, target: string) =>
    new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  embedFilter: (target: string) =>
    new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  preferences: (invalid: readonly string[]) =>
    new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    }),
  maxAffected: (rows: number) =>
    new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  /** The SQLSTATE that raises a status: PostgREST has no code of its own for it. */
  busy: (message: string, retryAfterSeconds: number) =>
    new RestError(429, 'PT429', message, { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  root: () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled'),
  path: () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL'),
  notImplemented: (details: string) => new RestError(400, 'PGRST127', 'Feature not implemented', { details }),
  maxAffectedRpc: () =>
    new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
  /** PostgreSQL's own message and code, which the text would cause if it reached the database. */
  nulCharacter: () => new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00'),
};

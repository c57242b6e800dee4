/** Messages of pgoutput as PostgreSQL writes them, for tests. */

/** Undefined: a large value that was not sent. */
type Value = string | null | undefined;

const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string) => Buffer.from(`${value}\0`);

function tuple(values: readonly Value[]): Buffer {
  const parts = values.map((value) => {
    if (value === null) return Buffer.from('n');
    if (value === undefined) return Buffer.from('u');
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from('t'), uint32(bytes.length), bytes]);
  });
  return Buffer.concat([uint16(values.length), ...parts]);
}

/** @param microseconds since 2000 */
export function begin(xid: number, microseconds = 0n): Buffer {
  const head = Buffer.alloc(17);
  head.write('B');
  head.writeBigInt64BE(microseconds, 9);
  return Buffer.concat([head, uint32(xid)]);
}

/** @param key columns of the replica identity */
export function relation(
  id: number,
  name: string,
  columns: readonly string[],
  key: readonly string[],
  identity: 'd' | 'f' = 'd',
): Buffer {
  return Buffer.concat([
    Buffer.from('R'),
    uint32(id),
    text('public'),
    text(name),
    Buffer.from(identity),
    uint16(columns.length),
    ...columns.map((column) =>
      Buffer.concat([
        Buffer.from([identity === 'f' || key.includes(column) ? 1 : 0]),
        text(column),
        uint32(25),
        uint32(0xffff_ffff),
      ]),
    ),
  ]);
}

export function logMessage(prefix: string, content: string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from('M'), Buffer.alloc(9), text(prefix), uint32(bytes.length), bytes]);
}

export function insert(id: number, values: readonly Value[]): Buffer {
  return Buffer.concat([Buffer.from('I'), uint32(id), Buffer.from('N'), tuple(values)]);
}

/** @param old with `O` for a whole row, `K` for its key */
export function update(id: number, values: readonly Value[], old?: ['O' | 'K', readonly Value[]]): Buffer {
  const before = old ? [Buffer.from(old[0]), tuple(old[1])] : [];
  return Buffer.concat([Buffer.from('U'), uint32(id), ...before, Buffer.from('N'), tuple(values)]);
}

export function remove(id: number, old: ['O' | 'K', readonly Value[]]): Buffer {
  return Buffer.concat([Buffer.from('D'), uint32(id), Buffer.from(old[0]), tuple(old[1])]);
}

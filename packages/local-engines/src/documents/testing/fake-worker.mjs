import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// A process that does as the first byte of the picture says; what the bytes after it are is said below.
const document = { width: 1, height: 1, lines: [], codes: [String(process.pid)] };

process.on('disconnect', () => process.exit());
process.on('message', ({ image }) => {
  const marker = Buffer.from(image.subarray(1)).toString();
  switch (String.fromCharCode(image[0])) {
    case 'r': // read
      return process.send({ kind: 'read', result: document, residentBytes: 1000 });
    case 'g': // grow
      return process.send({ kind: 'read', result: document, residentBytes: 10_000_000 });
    case 't': // tell the folder for temporary files, and leave one there
      writeFileSync(path.join(process.env.DRAGOMAN_WORKER_FOLDER, 'left'), '');
      return process.send({
        kind: 'read',
        result: { ...document, codes: [process.env.DRAGOMAN_WORKER_FOLDER] },
        residentBytes: 1000,
      });
    case 'n': // not read
      return process.send({ kind: 'not-read', failure: 'not-an-image', message: 'No', residentBytes: 1000 });
    case 'l': // find that something cannot be loaded, and end
      process.send({ kind: 'broken', reason: 'no model' });
      return process.disconnect();
    case 'd': // die
      return process.exit(1);
    case 'o': // die once: the file of this name tells that it has been done
      if (existsSync(marker)) return process.send({ kind: 'read', result: document, residentBytes: 1000 });
      writeFileSync(marker, '');
      return process.kill(process.pid, 'SIGKILL');
    case 'h': // hang, as a loop would: nothing else is heard
      for (;;);
  }
});
process.send({ kind: 'ready', engine: 'told' });

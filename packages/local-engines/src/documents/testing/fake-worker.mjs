import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// A process that does as the first byte of the picture says; what the bytes after it are is said below.
const document = { width: 1, height: 1, lines: [], codes: [String(process.pid)] };

process.on('disconnect', () => process.exit());
process.on('message', ({ image }) => {
  const marker = Buffer.from(image.subarray(1)).toString();
  switch (String.fromCharCode(image[0])) {
    case 'r': // read
      return answer({ kind: 'read', result: document });
    case 'g': // grow
      return answer({ kind: 'read', result: document }, 10_000_000);
    case 't': // tell the folder for temporary files, and leave one there
      writeFileSync(path.join(process.env.DRAGOMAN_WORKER_FOLDER, 'left'), '');
      return answer({ kind: 'read', result: { ...document, codes: [process.env.DRAGOMAN_WORKER_FOLDER] } });
    case 'n': // not read
      return answer({ kind: 'not-read', failure: 'not-an-image', message: 'No' });
    case 'l': // find that something cannot be loaded, and end
      process.send({ kind: 'broken', reason: 'no model' });
      return process.disconnect();
    case 'd': // die
      return process.exit(1);
    case 'o': // die once: the file of this name tells that it has been done
      if (existsSync(marker)) return answer({ kind: 'read', result: document });
      writeFileSync(marker, '');
      return process.kill(process.pid, 'SIGKILL');
    case 'h': // hang, as a loop would: nothing else is heard
      for (;;);
  }
});
process.send({ kind: 'ready', engine: 'told' });

function answer(answer, residentBytes = 1000) {
  process.send({ kind: 'answer', answer, residentBytes });
}

import { once } from 'node:events';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { afterFile } from './after-file.ts';

export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A mail server as RFC 5321 has it, that answers each recipient as told, then 250. */
export async function aMailServer(...answers: string[]) {
  const mails: Mail[] = [];
  const server = createTcp((socket) => {
    let [from, to, text, isData, rest] = ['', '', '', false, ''];
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    say('220 mail.test ESMTP');
    const hear = (line: string) => {
      if (isData) {
        if (line !== '.') text += `${line}\n`;
        else {
          isData = false;
          mails.push({ from, to, text });
          say('250 kept');
        }
      } else if (/^(EHLO|HELO)/i.test(line)) say('250 mail.test');
      else if (/^MAIL FROM/i.test(line)) {
        from = line;
        say('250 fine');
      } else if (/^RCPT TO/i.test(line)) {
        to = line;
        say(answers.shift() ?? '250 fine');
      } else if (/^DATA/i.test(line)) {
        isData = true;
        text = '';
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('502 what');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterFile(() => server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails };
}

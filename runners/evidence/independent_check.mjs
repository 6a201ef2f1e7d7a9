// Checks signature and digests of evidence that `tar` has unpacked into a folder, with nothing of benchcell: what DSSE and in-toto ask of
// anyone who reads it. It says nothing of samples, order and table; `benchcell verify` does.
//
//     mkdir evidence && tar -xf FILE -C evidence && node independent_check.mjs evidence [PUBLIC.pem]
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, key = join(folder, 'signer.pem')] = process.argv.slice(2);
const envelope = JSON.parse(readFileSync(join(folder, 'statement.dsse.json'), 'utf8'));
const payload = Buffer.from(envelope.payload, 'base64');
const type = Buffer.from(envelope.payloadType, 'utf8');
const signed = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} `), type, Buffer.from(` ${payload.length} `), payload]);
const publicKey = createPublicKey(readFileSync(key));
const fingerprint = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' })).digest('hex');
const [signature] = envelope.signatures;
const wrong = [];
if (!verify(null, signed, publicKey, Buffer.from(signature.sig, 'base64'))) wrong.push('the signature');
if (signature.keyid !== fingerprint) wrong.push('the keyid');
const statement = JSON.parse(payload.toString('utf8'));
if (statement._type !== 'https://in-toto.io/Statement/v1') wrong.push('the type of the statement');
for (const { name, digest } of statement.subject) {
  const found = createHash('sha256').update(readFileSync(join(folder, name))).digest('hex');
  if (found !== digest.sha256) wrong.push(name);
}
if (wrong.length > 0) console.error(`does not hold: ${wrong.join(', ')}`);
else console.log(`${statement.subject.length} members, signed by ${fingerprint}: ${statement.predicateType}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

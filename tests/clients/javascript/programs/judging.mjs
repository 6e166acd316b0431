// Names the exports of a file that hold, as the second verifier says.
import { readFileSync } from "node:fs";
import process from "node:process";
import { isSound, verify } from "../../../../clients/javascript/src/verify.mjs";

const texts = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const holding = [];
for (const [name, text] of Object.entries(texts)) if (isSound(await verify(text))) holding.push(name);
console.log(JSON.stringify(holding));

// @ts-self-types="./preact.d.ts"
export * from "./htm-preact-3.1.1.js";

// Finds sections by words: by their stems, with typos, and by words that the pages do not use.

import MiniSearch from "./vendor/minisearch.js";
import { stemmer } from "./vendor/stemmer.js";

const STOPPED = new Set(
  "a an and any are as at be by can do does for from how i in is it me my not of on or own that the to what when with you your".split(" "),
);

// What readers say, and what the pages say.
const SYNONYMS = {
  cheat: "fairness audits",
  connection: "streams",
  coordinates: "pictures board",
  cors: "another origin",
  deprecation: "versions changes",
  expiry: "end",
  gdpr: "export delete account",
  joker: "wild rules",
  pagination: "lists next",
  postman: "generators openapi",
  signature: "signature webhooks",
  websocket: "streams",
  wild: "wild rules",
};
const byStem = new Map(Object.entries(SYNONYMS).map(([theirs, ours]) => [stemmer(theirs), ours]));
const inOurWords = (query) => query.replace(/\w+/g, (word) => byStem.get(stemmer(word)) ?? word);
const stem = (word) => (STOPPED.has(word.toLowerCase()) ? null : stemmer(word));

export function searcher(sections) {
  const index = new MiniSearch({
    idField: "address",
    fields: ["title", "name", "page", "text"],
    storeFields: ["title", "name", "page", "address", "weight"],
    processTerm: stem,
    searchOptions: {
      boost: { title: 4, name: 6, page: 2 },
      boostDocument: (address, term, { weight }) => weight,
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(sections);
  return (query) => ranked(index.search(inOurWords(query)), query.trim());
}

// Any word is enough, but a section with more of them comes first, and before all the one of that very name.
function ranked(found, query) {
  const isNamed = ({ title, name }) => title === query || name === query;
  const rank = ({ score, queryTerms }) => score * queryTerms.length;
  return found.sort((a, b) => isNamed(b) - isNamed(a) || rank(b) - rank(a));
}

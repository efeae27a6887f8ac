import { keepTests, readKeptEvidence } from '#a11y/report/evidence.ts';
import { runTests } from '#a11y/report/run-tests.ts';
import { testFiles } from '#a11y/report/proofs.ts';
const wanted = testFiles.filter((file) => process.argv.slice(2).some((word) => file.includes(word)));
console.log(wanted);
const results = runTests(wanted);
keepTests({ ...readKeptEvidence().tests, ...results });
console.log(JSON.stringify(results, null, 1));

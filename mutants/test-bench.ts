import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import { type PlantedFault, placesOf, plant } from './fault.ts';
import { copyRepository } from './repository-copy.ts';

export interface Failure {
  readonly test: string;
  readonly byAssertion: boolean;
  readonly message: string;
}

export interface TestRun {
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** What went wrong outside of tests: a file that cannot be imported, a hook. */
  readonly broken: readonly string[];
}

/** A fault may make a test wait for what never comes. */
const LONGEST_TEST_MS = 40_000;

/** A copy of the repository with one vitest on it, which keeps its PostgreSQL from one fault to the next. */
export class TestBench {
  readonly #copy = copyRepository();
  #vitest: Vitest | undefined;

  async run(tests: readonly string[]): Promise<TestRun> {
    this.#vitest ??= await this.#start();
    const vitest = this.#vitest;
    const wanted = new Set(tests.map((test) => join(this.#copy.folder, test)));
    const found = (await vitest.globTestSpecifications([...wanted])).filter(({ moduleId }) => wanted.has(moduleId));
    if (found.length !== wanted.size) throw new Error(`Not all of these are test files: ${tests.join(', ')}`);
    const { testModules } = await vitest.runTestSpecifications(found);
    // Vitest hands out what it remembers of earlier runs, too.
    const ran = testModules.filter(({ moduleId }) => wanted.has(moduleId));
    return resultOf(ran, this.#copy.folder);
  }

  async runWith(fault: PlantedFault): Promise<TestRun> {
    const pathOf = (file: string) => join(this.#copy.folder, file);
    const files = [...new Set(placesOf(fault).map(({ file }) => file))];
    const healthy = new Map(files.map((file) => [file, readFileSync(pathOf(file), 'utf8')]));
    const broken = new Map(healthy);
    for (const place of placesOf(fault)) broken.set(place.file, plant(fault.id, place, broken.get(place.file) ?? ''));
    for (const [file, text] of broken) this.#write(pathOf(file), text);
    try {
      return await this.run(fault.tests);
    } finally {
      for (const [file, text] of healthy) this.#write(pathOf(file), text);
    }
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
    this.#copy.remove();
  }

  #write(path: string, text: string): void {
    writeFileSync(path, text);
    this.#vitest?.invalidateFile(path);
  }

  async #start(): Promise<Vitest> {
    const root = this.#copy.folder;
    return createVitest({
      root,
      config: join(root, 'vitest.config.ts'),
      watch: false,
      maxWorkers: 1,
      testTimeout: LONGEST_TEST_MS,
      reporters: [{}],
    });
  }
}

function resultOf(modules: readonly TestModule[], folder: string): TestRun {
  const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ module, test })));
  const broken = modules.flatMap((module) => [
    ...module.errors().map(({ message }) => message),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors().map(({ message }) => message)),
  ]);
  return {
    passed: tests.filter(({ test }) => test.result().state === 'passed').length,
    failures: tests
      .filter(({ test }) => test.result().state === 'failed')
      .map(({ module, test }) => failureOf(test, module.moduleId.slice(folder.length + 1))),
    broken,
  };
}

function failureOf(test: TestCase, file: string): Failure {
  const errors = test.result().errors ?? [];
  return {
    test: `${file}: ${test.fullName}`,
    byAssertion: errors.some(isAssertion),
    message: errors[0]?.message.split('\n')[0] ?? '',
  };
}

/** A property that fails carries the assertion as its cause. */
function isAssertion(error: { readonly name?: unknown; readonly cause?: unknown }): boolean {
  if (error.name === 'AssertionError') return true;
  return typeof error.cause === 'object' && error.cause !== null && isAssertion(error.cause);
}

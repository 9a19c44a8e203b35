import Testing

@testable import Benchmarking

struct CommandTests {
  @Test func `A command is timed and its lines are counted`() throws {
    let outcome = try Command(
      words: ["/bin/sh", "-c", "echo one; sleep 0.2; echo two; echo $NAME >&2"], environment: ["NAME": "tern"]
    ).run()
    #expect(outcome.lines == 2)
    let first = try #require(outcome.first)
    #expect(first < outcome.whole)
    #expect(outcome.whole >= .milliseconds(200))
    #expect(outcome.peakMemory > 100_000)
  }

  @Test func `A failing command throws its error output`() {
    let error = #expect(throws: BenchmarkError.self) {
      try Command(words: ["/bin/sh", "-c", "echo because >&2; exit 3"], environment: [:]).run()
    }
    #expect(error?.description.hasSuffix("failed: because") == true)
  }

  @Test func `Output larger than a pipe buffer is read`() throws {
    let script = "i=0; while [ $i -lt 20000 ]; do echo line$i; echo error$i >&2; i=$((i + 1)); done"
    #expect(try Command(words: ["/bin/sh", "-c", script], environment: [:]).run().lines == 20_000)
  }
}

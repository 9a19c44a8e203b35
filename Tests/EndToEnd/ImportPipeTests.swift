import Foundation
import ProgramSupport
import Testing

/// Archives read from a pipe.
@Suite(.endsInTime) struct ImportPipeTests {
  private let folder = TemporaryFolder()

  /// Runs a script in the folder of the test. $TERN is the program.
  private func run(_ script: String) async throws -> Tern.Outcome {
    try await Tern.run(
      "/bin/sh", ["-c", script],
      environment: [
        "TERN": Tern.path, "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        "TMPDIR": folder.path(of: "temporary"),
      ], in: folder.path)
  }

  @Test func `An archive from a pipe is copied to a temporary file and removed afterwards`() async throws {
    let archive = try SmallArchive(posts: 200, in: folder)
    try folder.makeFolder("temporary")
    let outcome = try await run(
      """
      cd '\(archive.path)' && tar cf ../packed.tar data && cd .. && gzip -c packed.tar >packed.tgz
      cat packed.tgz | "$TERN" import - && ls temporary && "$TERN" list --no-demo
      """)
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(outcome.output.contains("220 new") && !outcome.output.contains("tern-import"))
    // The same archive again is not older than the stored posts.
    let again = try await run("\"$TERN\" import - <packed.tgz")
    #expect(again.status == .exited(0) && again.output.contains("unchanged"))
  }

  @Test func `One line reports where an archive could not be stored`() async throws {
    _ = try SmallArchive(posts: 5, in: folder)
    let outcome = try await run("tar cf - archive-ada | \"$TERN\" import -")
    #expect(outcome.status != .exited(0))
    #expect(outcome.errorLine.hasPrefix("tern: standard input: Is an archive and cannot be stored in "))
    #expect(outcome.errorLine.hasSuffix("No such file or directory"))
  }

  @Test func `JSON Lines are imported from a pipe without a temporary file`() async throws {
    let outcome = try await run(
      #"printf '{"id": "1", "text": "Through the pipe."}\n' | "$TERN" import - && "$TERN" list --no-demo"#)
    #expect(outcome.status == .exited(0) && outcome.output.contains("Through the pipe."), "\(outcome.errors)")
  }
}

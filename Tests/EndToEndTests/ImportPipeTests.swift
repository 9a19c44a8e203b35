import Foundation
import ProgramSupport
import Testing

/// Archives that come through a pipe.
@Suite(.endsInTime) struct ImportPipeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// $TERN is the program, and the folder of the test is where the script runs.
  private func run(_ script: String) async throws -> Tern.Outcome {
    try await Tern.run(
      "/bin/sh", ["-c", script],
      environment: [
        "TERN": Tern.path, "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        "TMPDIR": folder.path(of: "temporary"),
      ], in: folder.path)
  }

  @Test func `An archive is kept in a file while it is read, and gone after that`() async throws {
    let archive = try SmallArchive(posts: 200, in: folder)
    try folder.makeFolder("temporary")
    let outcome = try await run(
      """
      cd '\(archive.path)' && tar cf ../packed.tar data && cd .. && gzip -c packed.tar >packed.tgz
      cat packed.tgz | "$TERN" import - && ls temporary && "$TERN" list --no-demo
      """)
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(outcome.output.contains("220 new") && !outcome.output.contains("tern-import"))
    // What can be read anew is no older than what is there.
    let again = try await run("\"$TERN\" import - <packed.tgz")
    #expect(again.status == .exited(0) && again.output.contains("as they were"))
  }

  @Test func `Where there is no room for it, one line says where`() async throws {
    _ = try SmallArchive(posts: 5, in: folder)
    let outcome = try await run("tar cf - archive-ada | \"$TERN\" import -")
    #expect(outcome.status != .exited(0))
    #expect(outcome.errorLine.hasPrefix("tern: standard input: Is an archive, and cannot be kept in "))
    #expect(outcome.errorLine.hasSuffix("No such file or directory"))
  }

  @Test func `What is not packed is read as it comes, and needs no room`() async throws {
    let outcome = try await run(
      #"printf '{"id": "1", "text": "Through the pipe."}\n' | "$TERN" import - && "$TERN" list --no-demo"#)
    #expect(outcome.status == .exited(0) && outcome.output.contains("Through the pipe."), "\(outcome.errors)")
  }
}

import Foundation
import ProgramSupport
import StoreSupport
import Testing

/// On a full or read-only disk the import ends with one line, and the store is intact.
@Suite(.endsInTime) struct ImportDiskTests {
  private let folder = TemporaryFolder()

  /// Runs a script in a mount namespace, in the folder of the test. $TERN is the program.
  private func run(_ script: String) async throws -> Tern.Outcome {
    try await Tern.run(
      "/usr/bin/unshare", ["-Urm", "sh", "-c", script],
      environment: [
        "TERN": Tern.path, "HOME": folder.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
      ],
      in: folder.path)
  }

  /// Whether the system allows user namespaces.
  private static let hasDisks: Bool = {
    var process: pid_t = 0
    let command = ["/usr/bin/unshare", "-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]
    let words = command.map { strdup($0) } + [nil]
    defer { for text in words { free(text) } }
    guard posix_spawn(&process, "/usr/bin/unshare", nil, nil, words, environ) == 0 else { return false }
    var status: Int32 = 0
    return waitpid(process, &status, 0) == process && status == 0
  }()

  private static let refusal: Comment = "This system has no user namespaces, so no disk can be filled or made read-only"

  @Test(.enabled(if: hasDisks, refusal), arguments: [64, 256, 1_500])
  func `A full disk ends the import with one line and an intact store`(size: Int) async throws {
    let archive = try SmallArchive(posts: 4_000, in: folder)
    try folder.makeFolder("data")
    let outcome = try await run(
      """
      mount -t tmpfs -o size=\(size)k none data
      "$TERN" import '\(archive.path)' --data-directory data
      echo "status $?"
      "$TERN" list --no-demo --account ada --data-directory data | head -n 3
      cp -r data copy
      """)
    #expect(outcome.output.contains("status 74"))
    let line = outcome.errors.split(separator: "\n").first { $0.contains("No space left on device") } ?? ""
    #expect(line.hasPrefix("tern: data/"), "\(outcome.errors)")
    if folder.exists("copy/tern.sqlite"), (try? folder.text(of: "copy/tern.sqlite"))?.isEmpty == false {
      try expectConsistentStore(folder.path(of: "copy"))
    }
    // With free space again, the import is completed.
    let again = try await Tern.run(
      ["import", archive.path, "--data-directory", folder.path(of: "copy")], environment: ["HOME": folder.path])
    #expect(again.status == .exited(0))
    let export = try await Tern.run(
      ["export", "ada", "--data-directory", folder.path(of: "copy")], environment: ["HOME": folder.path])
    #expect(export.output.split(separator: "\n").count == 4_400)
  }

  @Test(.enabled(if: hasDisks, refusal))
  func `A store on a read-only disk can be read; an import reports the error`() async throws {
    let archive = try SmallArchive(posts: 200, in: folder)
    let outcome = try await run(
      """
      "$TERN" import '\(archive.path)' --data-directory data >/dev/null
      mount --bind data data && mount -o remount,bind,ro data
      "$TERN" list --no-demo --account ada --data-directory data --limit 1
      echo "list $?"
      "$TERN" screen --no-demo --account ada --data-directory data
      echo "screen $?"
      "$TERN" import '\(archive.path)' --data-directory data
      echo "import $?"
      "$TERN" forget ada --yes --data-directory data
      echo "forget $?"
      """)
    for word in ["number1", "list 0", "1 of", "screen 0", "import 77", "forget 77"] {
      #expect(outcome.output.contains(word), "\(word) is missing in \(outcome.output)")
    }
    #expect(
      outcome.errors == """
        tern: data/tern.sqlite: Read-only file system; showing stored posts only, as with --offline
        tern: data/import.lock: Read-only file system
        tern: data/import.lock: Read-only file system

        """)
  }

  @Test(.enabled(if: hasDisks, refusal))
  func `An interrupted import on a disk that became read-only reports the error`() async throws {
    let paused = try await PausedImport(in: folder)
    paused.tern.kill(SIGKILL)
    #expect(try await paused.tern.end() == -SIGKILL)
    let outcome = try await run(
      """
      cd .local/share
      mount --bind tern tern && mount -o remount,bind,ro tern
      "$TERN" list --no-demo --account 'standard input' --data-directory tern --limit 1
      echo "list $?"
      # The index of the write-ahead log.
      mount -o remount,bind,rw tern && rm tern/tern.sqlite-shm && mount -o remount,bind,ro tern
      "$TERN" list --no-demo --account 'standard input' --data-directory tern --limit 1
      echo "list $?"
      """)
    #expect(outcome.output == "Unknown author\nHeld back, number0\n\nlist 0\nlist 77\n")
    #expect(
      outcome.errors == """
        tern: tern/tern.sqlite: Read-only file system; showing stored posts only, as with --offline
        tern: tern/tern.sqlite: Read-only file system

        """)
    try expectConsistentStore(folder.path(of: ".local/share/tern"))
  }

  @Test func `A data directory that cannot be written is reported in one line`() async throws {
    let archive = try SmallArchive(posts: 20, in: folder)
    try folder.write("", to: "file")
    let blocked = try await Tern.run(
      ["import", archive.path, "--data-directory", folder.path(of: "file")], environment: ["HOME": folder.path])
    #expect(blocked.status == .exited(69))
    #expect(blocked.errorLine == "tern: \(folder.path(of: "file")): Not a directory")
    let nowhere = try await Tern.run(
      ["import", archive.path, "--data-directory", "/proc/nowhere/tern"], environment: ["HOME": folder.path])
    #expect(nowhere.errorLine == "tern: /proc/nowhere: No such file or directory")
    #expect(nowhere.status == .exited(69))
    #expect(folder.exists("file"))
  }

  @Test(arguments: [4, 40, 200]) func `Reaching the file size limit is reported in one line`(blocks: Int)
    async throws
  {
    let archive = try SmallArchive(posts: 2_000, in: folder)
    let data = folder.path(of: "tern")
    let limited = try await Tern.run(
      "/bin/sh",
      ["-c", "ulimit -f \(blocks); exec '\(Tern.path)' import '\(archive.path)' --data-directory '\(data)'"],
      environment: ["HOME": folder.path])
    guard case .exited(let status) = limited.status else {
      Issue.record("\(limited.status)")
      return
    }
    #expect(status != 0)
    #expect(limited.errorLine.hasPrefix("tern: "), "\(limited.errors)")
    let again = try await Tern.run(
      ["import", archive.path, "--data-directory", data], environment: ["HOME": folder.path])
    #expect(again.status == .exited(0))
    try expectConsistentStore(data)
  }

  @Test func `XDG_DATA_HOME sets the data directory`() async throws {
    let archive = try SmallArchive(posts: 20, in: folder)
    let outcome = try await Tern.run(
      ["import", archive.path], environment: ["XDG_DATA_HOME": folder.path(of: "data")])
    #expect(outcome.status == .exited(0))
    #expect(folder.exists("data/tern/tern.sqlite"))
  }

  @Test(arguments: ["000", "022", "077", "277", "777"])
  func `Only the owner can read the store, whatever the umask`(umask: String) async throws {
    let archive = try SmallArchive(posts: 20, in: folder)
    let data = folder.path(of: "data/tern")
    let outcome = try await Tern.run(
      "/bin/sh", ["-c", "umask \(umask); exec '\(Tern.path)' import '\(archive.path)' --data-directory '\(data)'"],
      environment: ["HOME": folder.path])
    #expect(outcome.status == .exited(0))
    #expect(try folder.permissions(of: "data/tern") == 0o700)
    #expect(try folder.permissions(of: "data/tern/tern.sqlite") == 0o600)
    #expect(try folder.permissions(of: "data/tern/import.lock") == 0o600)
  }
}

import FolderSupport
import Testing

@testable import tern

/// Files with text that could not be saved.
@Suite struct UnsavedTextFilesTests {
  private let folder = TemporaryFolder()

  @Test func `Each text gets a file of its own, which the next start finds`() throws {
    let files = UnsavedTextFiles(folder: folder.path(of: "state/tern"))
    let environment = ["TMPDIR": folder.path(of: "tmp")]
    #expect(files.paths(environment) == [])
    #expect(files.write("Tern\n", [:]) == folder.path(of: "state/tern/unsaved-post-1.txt"))
    #expect(files.write("Terns\n", [:]) == folder.path(of: "state/tern/unsaved-post-2.txt"))
    #expect(files.paths(environment) == (1...2).map { folder.path(of: "state/tern/unsaved-post-\($0).txt") })
    #expect(try folder.text(of: "state/tern/unsaved-post-1.txt") == "Tern\n")
  }

  @Test func `If the folder cannot be written, the temporary directory is used and found again`() throws {
    try folder.write("", to: "state")
    try folder.makeFolder("tmp")
    let files = UnsavedTextFiles(folder: folder.path(of: "state/tern"))
    let environment = ["TMPDIR": folder.path(of: "tmp")]
    #expect(files.write("Tern", environment) == folder.path(of: "tmp/unsaved-post-1.txt"))
    #expect(files.paths(environment) == [folder.path(of: "tmp/unsaved-post-1.txt")])
    #expect(files.write("Tern", ["TMPDIR": folder.path(of: "state")]) == nil)
  }
}

import Domain
import FoundationEssentials
import Glibc
import LocalFiles
import TestSupport
import Testing

struct TimelineFileTests {
  @Test func `A missing file is an error`() {
    for path in ["/nowhere/at/all.json", "", "/etc/passwd/x.json", "/etc/pass\0wd"] {
      #expect(throws: TimelineError.fileMissing(path: path.escapingControls)) {
        try TimelineFile(paths: [path], now: .noon).read()
      }
    }
  }

  @Test func `A path that is not a file is not waited for`() throws {
    let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("tern-\(UUID().uuidString)").path
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    for (path, reason) in [
      ("/", "Is a directory without an archive: no data/tweets.js, data/js/tweets or outbox.json"),
      ("/dev/zero", "Is a device, not a file"), (pipe, "Is a pipe, not a file"),
    ] {
      #expect(throws: TimelineError.fileUnreadable(path: path, reason: reason)) {
        try TimelineFile(paths: [path], now: .noon).read()
      }
    }
  }

  @Test func `A file is read with its sibling files`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tern-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"window.YTD.tweets.part0 = [{"tweet": {"id": "1", "full_text": "hi"}}]"#.utf8)
      .write(to: folder.appendingPathComponent("renamed.json"))
    try Data(#"window.YTD.account.part0 = [{"account": {"username": "ada"}}]"#.utf8)
      .write(to: folder.appendingPathComponent("account.js"))
    let document = try TimelineFile(paths: [folder.path + "/renamed.json"], now: .noon).read()
    #expect(document.profile == Profile(handle: "ada"))
    #expect(document.timelines.first?.posts.first?.text.plain == "hi")
  }
}

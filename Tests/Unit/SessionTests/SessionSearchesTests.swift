import Domain
import FolderSupport
import Foundation
import Session
import TestSupport
import Testing

/// Recent searches in the session file.
@Suite struct SessionSearchesTests {
  private let folder = TemporaryFolder()
  private let storage: FileSessionStorage

  init() throws {
    storage = FileSessionStorage(directory: folder.path)
  }

  private func reloaded() -> [String] { FileSessionStorage(directory: folder.path).load().searches }

  @Test func `Searches are stored, latest first, without duplicates`() throws {
    for text in ["tea", "\"black coffee\"", "tea", "  from:ada   loom "] {
      try storage.update { $0.add(search: text) }
    }
    #expect(reloaded() == ["from:ada loom", "tea", "\"black coffee\""])
  }

  @Test func `At most fifty searches are stored, and none too long`() throws {
    try storage.update { session in
      for number in 0..<80 { session.add(search: "search \(number)") }
      session.add(search: String(repeating: "x", count: 5_000))
      session.add(search: " ")
    }
    #expect(reloaded() == (30..<80).reversed().map { "search \($0)" })
  }

  @Test func `Invalid searches in the file do no harm`() throws {
    let searches = ["\u{1B}[31mred", "a\tb", ""] + (0..<90).map { "\($0)" }
    let file: [String: Any] = ["version": 2, "accounts": [String: Any](), "searches": searches]
    try folder.write(String(decoding: JSONSerialization.data(withJSONObject: file), as: UTF8.self), to: "session.json")
    let read = reloaded()
    #expect(read.count == 50 && read[1] == "a b" && read[2] == "0")
    #expect(read[0] == "\u{1B}[31mred".escapingControls && !read[0].contains("\u{1B}"))
  }

  @Test func `A file without searches is read`() throws {
    try folder.write(#"{"version": 2, "accounts": {}, "lastAccount": "demo:ada"}"#, to: "session.json")
    #expect(storage.load() == SessionState(lastAccount: .demo("ada")))
  }
}

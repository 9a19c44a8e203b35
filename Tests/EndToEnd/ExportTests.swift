import Foundation
import ProgramSupport
import Testing

/// An export can be imported again without loss.
@Suite("An export", .endsInTime)
struct ExportTests {
  private static let document = #"""
    {"tern": 1, "account": {"handle": "ada", "name": "Ada"}, "timelines": [{"name": "Home", "posts": [
      {"id": "1", "author": {"handle": "ada", "name": "Ada"}, "createdAt": "2026-11-20T12:00:00Z",
       "text": "@bob see https://a.example", "links": ["https://h.example/@bob", "https://a.example"],
       "linkTexts": [{"kind": "mention", "at": 0, "text": "@bob"}, {"kind": "address", "at": 9, "label": "a page"}],
       "replyTo": "parent", "replyToAuthor": {"handle": "bob", "name": "Bob"}},
      {"id": "2", "author": {"handle": "ada", "name": "Ada"}, "createdAt": "2026-11-20T11:00:00Z",
       "text": "Hello #tea", "links": ["https://h.example/tags/tea"],
       "linkTexts": [{"kind": "tag", "at": 6, "text": "#tea"}],
       "quote": {"id": "quoted", "post": {"id": "quoted", "author": {"handle": "bob", "name": "Bob"},
         "createdAt": "2026-11-20T10:00:00Z", "text": "Quoted words",
         "quote": {"id": "inner", "post":
           {"id": "inner", "createdAt": "2026-11-20T09:00:00Z", "text": "Inner words"}}}}},
      {"id": "3", "author": {"handle": "ada", "name": "Ada"}, "createdAt": "2026-11-20T08:00:00Z", "text": "An answer",
       "replyToAuthor": {"handle": "bob", "name": "Bob"}}]}],
     "others": [{"id": "parent", "author": {"handle": "bob", "name": "Bob"}, "createdAt": "2026-11-20T07:00:00Z",
       "text": "The parent"}]}
    """#

  private let folder = TemporaryFolder()

  init() throws {
    for home in ["one", "two"] { try folder.makeFolder(home) }
  }

  /// Runs the program with the store of one home directory.
  private func tern(_ arguments: String..., at home: String) async throws -> String {
    let outcome = try await Tern.run(
      arguments, environment: ["HOME": folder.path(of: home), "TZ": "UTC", "LANG": "C.UTF-8"], in: folder.path)
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    return outcome.output
  }

  private func matches(_ query: String, at home: String) async throws -> [String] {
    try await ServerUser.ids(in: tern("search", query, "--no-demo", "--format", "jsonl", at: home))
  }

  @Test("imports into another store with the same search results")
  func again() async throws {
    try folder.write(Self.document, to: "posts.json")
    _ = try await tern("import", "posts.json", at: "one")
    let exported = try await tern("export", "ada", at: "one")
    #expect(try ServerUser.ids(in: exported) == ["1", "2", "quoted", "inner", "3", "parent"])
    try folder.write(exported, to: "posts.jsonl")
    _ = try await tern("import", "posts.jsonl", at: "two")
    #expect(try await tern("export", "posts.jsonl", at: "two") == exported)
    for (query, found) in [
      ("to:bob", ["1", "3"]), ("has:link", ["1"]), ("@bob", ["1"]), ("has:quote", ["2"]), ("words", []),
    ] {
      for home in ["one", "two"] { #expect(try await matches(query, at: home) == found, "\(query) at \(home)") }
    }
    let listed = try await tern("list", "posts.jsonl", "--format", "jsonl", at: "two")
    #expect(try ServerUser.ids(in: listed) == ["1", "2", "3"])
    let thread = try await tern("screen", "posts.jsonl", "--keys", "Enter g g", at: "two")
    #expect(thread.contains("The parent"))
  }

  @Test("as text contains only posts in timelines")
  func text() async throws {
    try folder.write(Self.document, to: "posts.json")
    _ = try await tern("import", "posts.json", at: "one")
    let text = try await tern("export", "ada", "--format", "text", at: "one")
    #expect(text.contains("Quoted words") && text.contains("An answer"))
    #expect(!text.contains("The parent") && !text.contains("Inner words"))
  }
}

import Foundation
import ProgramSupport
import Testing

@Suite("Accounts with names", .endsInTime)
struct NamedAccountTests {
  /// Writes a Mastodon archive of one post.
  private func writeArchive(_ handle: String, _ text: String, to name: String, in folder: TemporaryFolder) throws {
    try folder.makeFolder(name)
    try folder.write(
      """
      {"@context": "https://www.w3.org/ns/activitystreams", "id": "https://sea.example/users/\(handle)",
       "type": "Person", "preferredUsername": "\(handle)", "name": "Someone", "url": "https://sea.example/@\(handle)"}
      """, to: "\(name)/actor.json")
    try folder.write(
      """
      {"type": "OrderedCollection", "orderedItems": [{"id": "https://sea.example/1/activity", "type": "Create",
        "actor": "https://sea.example/users/\(handle)", "published": "2024-05-01T12:00:00Z",
        "object": {"id": "https://sea.example/users/\(handle)/statuses/1", "type": "Note",
        "published": "2024-05-01T12:00:00Z", "attributedTo": "https://sea.example/users/\(handle)",
        "to": ["https://www.w3.org/ns/activitystreams#Public"], "content": "<p>\(text)</p>"}}]}
      """, to: "\(name)/outbox.json")
  }

  private func tern(_ arguments: String..., in folder: TemporaryFolder) async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: ["HOME": folder.path, "LANG": "C.UTF-8"], in: folder.path)
  }

  @Test("are found by name everywhere and keep it after another import")
  func naming() async throws {
    let folder = TemporaryFolder()
    try writeArchive("ada", "Engines", to: "one", in: folder)
    let imported = try await tern("import", "one", "--as", " Work life ", in: folder)
    #expect(imported.status == .exited(0), "\(imported.errors)")
    #expect(imported.output.contains("now called “Work life”"))
    #expect(try await tern("accounts", "--no-demo", in: folder).output.hasSuffix("\tWork life\n"))
    for name in ["work life", "@ada", "store:ada"] {
      #expect(try await tern("list", "--account", name, in: folder).output.contains("Engines"), "\(name)")
    }
    #expect(try await tern("export", "Work life", in: folder).output.contains("Engines"))

    #expect(try await tern("import", "one", in: folder).status == .exited(0))
    #expect(try await tern("list", "--account", "work life", in: folder).output.contains("Engines"))
    let screen = try await tern(
      "screen", "--keys", "g s", "--data-directory", folder.path(of: ".local/share/tern"), in: folder)
    #expect(screen.output.contains("Work life  @ada"), "\(screen.output)")

    let renamed = try await tern("rename", "work life", "Engines", in: folder)
    #expect(renamed.output == "@ada is now called “Engines”\n")
    #expect(try await tern("stats", "engines", in: folder).output.hasPrefix("Engines\n1 post of 2024-05-01.\n"))
    #expect(try await tern("list", "--account", "work life", in: folder).status == .exited(64))
    #expect(try await tern("rename", "engines", "", in: folder).status == .exited(0))
    #expect(try await tern("accounts", "--no-demo", in: folder).output.split(separator: "\t").count == 3)
  }

  @Test("have unique names: an import with a name in use is refused")
  func conflicts() async throws {
    let folder = TemporaryFolder()
    try writeArchive("ada", "Engines", to: "one", in: folder)
    try writeArchive("grace", "Compilers", to: "two", in: folder)
    #expect(try await tern("import", "one", "--as", "work", in: folder).status == .exited(0))
    let refused = try await tern("import", "two", "--as", "WORK", in: folder)
    #expect(refused.status == .exited(64))
    #expect(refused.errorLine.contains("“WORK” already names @ada"), "\(refused.errors)")
    #expect(try await tern("accounts", "--no-demo", in: folder).output.split(separator: "\n").count == 1)

    // The account that has the name may be imported again.
    #expect(try await tern("import", "one", "--as", "Work", in: folder).status == .exited(0))
    #expect(try await tern("import", "two", in: folder).status == .exited(0))
    for name in ["work", "@grace", "-x", "ada", "two\nlines"] {
      let outcome = try await tern("rename", "grace", name, in: folder)
      #expect(outcome.status == .exited(64) && outcome.errorLine.hasPrefix("tern: "), "\(name): \(outcome)")
    }
    #expect(
      try await tern("rename", "unknown", "x", in: folder).errorLine.contains("choose one of Work, @grace"))
    #expect(try await tern("import", "one", "two", "--as", "both", in: folder).status == .exited(64))
  }
}

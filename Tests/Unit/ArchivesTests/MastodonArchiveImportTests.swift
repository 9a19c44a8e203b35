import Domain
import FolderSupport
import TestSupport
import Testing

struct MastodonArchiveImportTests {
  private typealias Files = ArchiveFixtures
  private let folder = TemporaryFolder()

  private func archive(_ form: TestArchive.Form) throws -> Imported {
    let path = folder.path(of: "archive")
    let archive = try TestArchive(form, at: path)
    try archive.add("media_attachments/files/1.png", String(repeating: "x", count: 100_000))
    try archive.add(
      "outbox.json",
      Files.collection(
        Files.note(1), Files.note(2, #""inReplyTo": "https://h.example/users/ada/statuses/1""#),
        Files.note(3, #""inReplyTo": "https://other.example/users/bob/statuses/9""#), Files.announce,
        Files.note(4, #""attachment": [{"type": "Document", "mediaType": "image/png", "url": "/1.png"}]"#)))
    try archive.add("likes.json", Files.collection(#""https://other.example/users/bob/statuses/7""#))
    try archive.add("bookmarks.json", Files.collection(#""https://other.example/users/bob/statuses/8""#))
    try archive.add("actor.json", Files.actor)
    try archive.close()
    return try Imported(path)
  }

  @Test(arguments: TestArchive.Form.allCases)
  func `Posts, likes and bookmarks are in their tabs`(form: TestArchive.Form) throws {
    let imported = try archive(form)
    func numbers(_ tab: String) -> [String] {
      imported.ids(in: tab).compactMap { $0.split(separator: "/").last.map(String.init) }
    }
    #expect(numbers("Posts") == ["1", "2", "4"], "a reply to oneself counts as an own post")
    #expect(numbers("Replies") == ["3"])
    #expect(numbers("Reposts") == ["9"])
    #expect(numbers("Media") == ["4"])
    #expect(numbers("Likes") == ["7"])
    #expect(numbers("Bookmarks") == ["8"])
    #expect(
      imported.items.filter(\.isIncomplete).map(\.timelines)
        == ["Reposts", "Likes", "Bookmarks"].map { [TimelineID.named($0)] })
    #expect(imported.report.timelines.map(\.title) == ["Posts", "Replies", "Reposts", "Media", "Likes", "Bookmarks"])
    #expect(imported.report.owner == Files.adaOfMastodon)
    #expect(imported.report.format == "Mastodon archive")
    #expect(imported.items.first?.post.author?.handle == "ada")
  }

  @Test func `The owner is known from the start, in a tar at least by handle`() throws {
    #expect(try archive(.zip).batches.first?.owner == Files.adaOfMastodon)
    #expect(try archive(.tarGzip).batches.first?.owner?.handle == "ada")
  }
}

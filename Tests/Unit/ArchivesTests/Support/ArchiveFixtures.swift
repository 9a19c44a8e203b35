import Archives
import Domain

/// The files of small archives.
enum ArchiveFixtures {
  static let account = """
    window.YTD.account.part0 = [ {"account": {"email": "secret@mail.example", "username": "ada", "accountId": "7",
      "accountDisplayName": "Ada Lovelace", "phoneNumber": "+1555"}} ]
    """

  /// The profile in an X archive.
  static let ada = Profile(id: "7", handle: "ada", name: "Ada Lovelace")
  /// The profile in a Mastodon archive.
  static let adaOfMastodon = Profile(id: "https://h.example/users/ada", handle: "ada", name: "Ada Lovelace")

  /// A part of `tweets.js` with the given tweets.
  static func tweets(_ tweets: String..., part name: String = "tweets") -> String {
    "window.YTD.\(name).part0 = [" + tweets.map { "{\"tweet\": {\($0)}}" }.joined(separator: ",\n") + "]"
  }

  static func tweet(_ id: String, _ text: String = "hello", _ more: String = "") -> String {
    #""id_str": "\#(id)", "created_at": "Fri Mar 06 13:02:05 +0000 2026", "full_text": "\#(text)""#
      + (more.isEmpty ? "" : ", ") + more
  }

  static let actor = """
    {"type": "Person", "id": "https://h.example/users/ada", "preferredUsername": "ada", "name": "Ada Lovelace",
     "followers": "https://h.example/users/ada/followers"}
    """

  static func collection(_ items: String...) -> String {
    #"{"id": "outbox.json", "type": "OrderedCollection", "orderedItems": [\#(items.joined(separator: ","))]}"#
  }

  static func note(_ number: Int, _ more: String = "") -> String {
    """
    {"type": "Create", "actor": "https://h.example/users/ada", "published": "2026-03-06T13:02:05Z", "object": {
      "type": "Note", "id": "https://h.example/users/ada/statuses/\(number)", "content": "<p>note \(number)</p>",
      "attributedTo": "https://h.example/users/ada"\(more.isEmpty ? "" : ", ")\(more)}}
    """
  }

  static let announce = """
    {"type": "Announce", "actor": "https://h.example/users/ada", "published": "2026-03-06T13:02:05Z",
     "object": "https://other.example/users/bob/statuses/9"}
    """
}

/// The result of an import.
struct Imported {
  var items: [ImportItem] = []
  var batches: [ImportBatch] = []
  let report: ImportReport

  init(_ path: String) throws(TimelineError) {
    var batches: [ImportBatch] = []
    report = try DownloadedArchive(path: path, now: .noon).read { batch in
      batches.append(batch)
      return true
    }
    self.batches = batches
    items = batches.flatMap(\.items)
  }

  func ids(in timeline: String) -> [String] {
    items.filter { $0.timelines.contains(TimelineID(name: timeline)) }.map(\.post.id.rawValue)
  }
}

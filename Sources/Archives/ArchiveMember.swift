import Domain
import Formats

/// A file that is wanted of an archive. Whatever is not listed here (direct messages, contacts, advertising) is not
/// opened.
struct ArchiveMember: Hashable {
  enum Role: Hashable {
    case posts, likes, bookmarks
    /// A small file that says what posts do not: whose they are, how long tweets go on.
    case about
  }

  /// Ends with a slash; empty where the file stands at the top.
  let folder: String
  let name: String
  let role: Role

  /// - Parameter path: within the archive, as it stands there.
  /// - Returns: nil where it is not wanted.
  init?(path: String) {
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    if let older = Self.older(parts) {
      self = older
      return
    }
    // At the top, in `data`, and either within one folder that holds everything.
    guard let name = parts.last, parts.count <= 3, let role = Self.role(of: String(name)) else { return nil }
    folder = parts.dropLast().map { "\($0)/" }.joined()
    self.name = String(name)
    self.role = role
  }

  private init(folder: String, name: String, role: Role) {
    self.folder = folder
    self.name = name
    self.role = role
  }

  /// In X's archives of 2012 to 2018 lies `data/js/user_details.js`, and below it a file for each month,
  /// `data/js/tweets/2013_05.js`; all of it may be in one folder.
  private static func older(_ parts: [Substring]) -> ArchiveMember? {
    guard let mark = parts.firstIndex(of: "js"), 1...2 ~= mark, parts[mark - 1] == "data" else { return nil }
    let folder = parts[...mark].map { "\($0)/" }.joined()
    let inner = parts[(mark + 1)...]
    switch (inner.count, inner.first) {
    case (1, "user_details.js"?), (1, "payload_details.js"?):
      return ArchiveMember(folder: folder, name: String(inner[mark + 1]), role: .about)
    case (2, "tweets"?):
      let name = inner[mark + 2]
      guard name.hasSuffix(".js"), name.dropLast(3).allSatisfy({ $0 == "_" || "0"..."9" ~= $0 }) else { return nil }
      return ArchiveMember(folder: folder, name: "tweets/\(name)", role: .posts)
    default: return nil
    }
  }

  /// Whether a path leads nowhere but into the archive.
  static func isWithin(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  var path: String { folder + name }

  /// How many folders it is in.
  var depth: Int { folder.count { $0 == "/" } }
}

extension ArchiveMember {
  private static func role(of name: String) -> Role? {
    switch name {
    case "account.js", "profile.js", "note-tweet.js", "manifest.js", "actor.json": return .about
    case "outbox.json": return .posts
    case "likes.json": return .likes
    case "bookmarks.json": return .bookmarks
    default: break
    }
    guard name.hasSuffix(".js") else { return nil }
    switch withoutPart(name.dropLast(3)) {
    case "tweets", "tweet", "community-tweet", "community-tweets", "deleted-tweets", "deleted-tweet",
      "twitter-circle-tweet", "twitter-circle-tweets":
      return .posts
    case "like", "likes": return .likes
    default: return nil
    }
  }

  /// Large files go on in `tweets-part1.js`, `tweets-part2.js`, …
  private static func withoutPart(_ stem: Substring) -> Substring {
    guard let mark = stem.firstRange(of: "-part"), 1...3 ~= stem[mark.upperBound...].count,
      stem[mark.upperBound...].allSatisfy({ "0"..."9" ~= $0 })
    else { return stem }
    return stem[..<mark.lowerBound]
  }
}

extension ArchiveMember {
  /// What its text may be.
  var formats: [FileFormat] { FileFormat.archives(sorting: sorting) }

  /// Whether its author is named in another file only (`account.js`).
  var needsAccount: Bool { name.hasSuffix(".js") && role == .posts && !name.hasPrefix("tweets/") }

  /// What a file that stands by itself may be.
  static func formats(ofFile name: String) -> [FileFormat] {
    FileFormat.all(sorting: ArchiveMember(path: name)?.sorting ?? .byKind)
  }

  private var sorting: ArchiveSorting {
    switch role {
    case .posts, .about: .byKind
    case .likes: .all(ArchiveTab.likes)
    case .bookmarks: .all(ArchiveTab.bookmarks)
    }
  }
}

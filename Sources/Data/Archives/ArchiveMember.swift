import Domain
import Formats

/// A member of an archive that is imported. Files that are not listed here (direct messages, contacts, advertising) are
/// not opened.
struct ArchiveMember: Hashable {
  enum Role: Hashable {
    case posts, likes, bookmarks
    /// A small file with further information: the owner, the text of long tweets.
    case metadata
  }

  /// With a trailing slash; empty at the top of the archive.
  let folder: String
  let name: String
  let role: Role

  /// - Parameter path: The path within the archive, unchanged.
  /// - Returns: nil if the file is not imported.
  init?(path: String) {
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    if let older = Self.older(parts) {
      self = older
      return
    }
    // At the top or in `data`, optionally within one enclosing folder.
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

  /// X archives of 2012 to 2018 have `data/js/user_details.js` and a file for each month, `data/js/tweets/2013_05.js`,
  /// optionally within one enclosing folder.
  private static func older(_ parts: [Substring]) -> ArchiveMember? {
    guard let mark = parts.firstIndex(of: "js"), 1...2 ~= mark, parts[mark - 1] == "data" else { return nil }
    let folder = parts[...mark].map { "\($0)/" }.joined()
    let inner = parts[(mark + 1)...]
    switch (inner.count, inner.first) {
    case (1, "user_details.js"?), (1, "payload_details.js"?):
      return ArchiveMember(folder: folder, name: String(inner[mark + 1]), role: .metadata)
    case (2, "tweets"?):
      let name = inner[mark + 2]
      guard name.hasSuffix(".js"), name.dropLast(3).allSatisfy({ $0 == "_" || "0"..."9" ~= $0 }) else { return nil }
      return ArchiveMember(folder: folder, name: "tweets/\(name)", role: .posts)
    default: return nil
    }
  }

  /// Whether a path stays within the archive.
  static func isWithin(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  var path: String { folder + name }

  /// The number of enclosing folders.
  var depth: Int { folder.count { $0 == "/" } }
}

extension ArchiveMember {
  private static func role(of name: String) -> Role? {
    switch name {
    case "account.js", "profile.js", "note-tweet.js", "manifest.js", "actor.json": return .metadata
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

  /// Large files are continued in `tweets-part1.js`, `tweets-part2.js`, …
  private static func withoutPart(_ stem: Substring) -> Substring {
    guard let mark = stem.firstRange(of: "-part"), 1...3 ~= stem[mark.upperBound...].count,
      stem[mark.upperBound...].allSatisfy({ "0"..."9" ~= $0 })
    else { return stem }
    return stem[..<mark.lowerBound]
  }
}

extension ArchiveMember {
  /// The formats to try.
  var formats: [FileFormat] { FileFormat.archives(sorting: sorting) }

  /// Whether its author is only stated in another file (`account.js`).
  var needsAccount: Bool { name.hasSuffix(".js") && role == .posts && !name.hasPrefix("tweets/") }

  /// The formats to try for a file outside an archive.
  static func formats(ofFile name: String) -> [FileFormat] {
    FileFormat.all(sorting: ArchiveMember(path: name)?.sorting ?? .byKind)
  }

  private var sorting: ArchiveSorting {
    switch role {
    case .posts, .metadata: .byKind
    case .likes: .all(ArchiveTab.likes)
    case .bookmarks: .all(ArchiveTab.bookmarks)
    }
  }
}

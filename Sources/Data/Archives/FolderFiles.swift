import Domain
import Formats
import FoundationEssentials
import Glibc
import LocalFiles
import SystemFiles

/// The files of an unpacked archive.
final class FolderFiles: ArchiveFiles {
  private(set) var refused: [SkippedFile] = []
  private(set) var size = 0
  let fraction: Double? = nil
  let damage: String? = nil
  private let folder: String
  private var members: ArraySlice<ArchiveMember>
  private var current: ArchiveMember?

  /// - Parameter path: The path of the folder.
  init(_ path: String) {
    folder = path.hasSuffix("/") ? path : path + "/"
    members = Self.members(of: folder)[...]
  }

  func next() -> ArchiveMember? {
    while let member = members.popFirst() {
      guard let status = Self.status(folder + member.path) else { continue }
      guard status.st_mode & S_IFMT != S_IFLNK else {
        refused.append(SkippedFile(path: (folder + member.path).escapingControls, reason: ArchiveRefusal.link))
        continue
      }
      size = Int(status.st_size)
      current = member
      return member
    }
    return nil
  }

  func open() throws(TimelineError) -> any ByteSource {
    try OpenedFile(path: folder + (current?.path ?? ""))
  }
}

extension FolderFiles {
  /// The members, sorted so that files that state the author come first. An enclosing folder is searched only if the
  /// top has no members.
  private static func members(of folder: String) -> [ArchiveMember] {
    func listed(_ inner: String) -> [ArchiveMember] {
      DirectoryListing.names(in: folder + inner).compactMap { ArchiveMember(path: inner + $0) }
    }
    func all(below inner: String) -> [ArchiveMember] {
      ["", "data/", "data/js/", "data/js/tweets/"].flatMap { listed(inner + $0) }
    }
    var members = all(below: "")
    if members.isEmpty { members = DirectoryListing.names(in: folder).flatMap { all(below: "\($0)/") } }
    // The author's own files have more details than a list of likes, and are read first.
    let roles: [ArchiveMember.Role] = [.metadata, .posts, .likes, .bookmarks]
    return roles.flatMap { role in members.filter { $0.role == role } }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}

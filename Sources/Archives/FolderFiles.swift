import Domain
import Formats
import FoundationEssentials
import Glibc
import LocalFiles

/// The files of an archive that has been unpacked.
final class FolderFiles: ArchiveFiles {
  private(set) var refused: [SkippedFile] = []
  private(set) var size = 0
  let fraction: Double? = nil
  let damage: String? = nil
  private let folder: String
  private var members: ArraySlice<ArchiveMember>
  private var current: ArchiveMember?

  /// - Parameter path: of a folder.
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
  /// What says whose posts they are comes first. One folder within is looked into only where there is nothing at the
  /// top.
  private static func members(of folder: String) -> [ArchiveMember] {
    func wanted(_ inner: String) -> [ArchiveMember] {
      names(in: folder + inner).compactMap { ArchiveMember(path: inner + $0) }
    }
    func all(below inner: String) -> [ArchiveMember] {
      ["", "data/", "data/js/", "data/js/tweets/"].flatMap { wanted(inner + $0) }
    }
    var members = all(below: "")
    if members.isEmpty { members = names(in: folder).flatMap { all(below: "\($0)/") } }
    // An author's own file knows more of a post than a list of likes does, and is read first.
    let roles: [ArchiveMember.Role] = [.about, .posts, .likes, .bookmarks]
    return roles.flatMap { role in members.filter { $0.role == role } }
  }

  /// In their order; none where it is no folder.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}

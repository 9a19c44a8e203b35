import Formats

extension ArchiveMember {
  /// What its text may be.
  var formats: [FileFormat] { FileFormat.archives(sorting: sorting) }

  /// Whether who wrote it is said by another file alone.
  var needsAccount: Bool { name.hasSuffix(".js") && role == .posts }

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

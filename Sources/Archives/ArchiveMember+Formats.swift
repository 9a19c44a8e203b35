extension ArchiveMember {
  /// What its text may be.
  var formats: [any FormatReader] { [XArchiveFormat(sorting: sorting), MastodonArchiveFormat(sorting: sorting)] }

  /// Whether who wrote it is said by another file alone.
  var needsAccount: Bool { name.hasSuffix(".js") && role == .posts }

  /// What a file that stands by itself may be.
  static func formats(ofFile name: String) -> [any FormatReader] {
    let member = ArchiveMember(path: name)
    let sorted = member?.formats ?? [XArchiveFormat(sorting: .byKind), MastodonArchiveFormat(sorting: .byKind)]
    return Formats.all.map { format in sorted.first { $0.name == format.name } ?? format }
  }

  private var sorting: ArchiveSorting {
    switch role {
    case .posts, .about: .byKind
    case .likes: .all(ArchiveTab.likes)
    case .bookmarks: .all(ArchiveTab.bookmarks)
    }
  }
}

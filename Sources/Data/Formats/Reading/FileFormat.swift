import Domain

/// A format that Tern reads, implemented by a `FormatReader`.
package struct FileFormat: Sendable {
  /// All formats, in the order in which they are tried.
  package static let all = all(sorting: .none)

  /// The timeline of posts in a file without timelines.
  static let tabOfPosts = ArchiveTab.posts
  static let tabOfThread = TimelineID(name: "Thread")

  let reader: any FormatReader

  /// The formats of downloaded archives.
  /// - Parameter sorting: the timelines that posts are sorted into.
  package static func archives(sorting: ArchiveSorting) -> [FileFormat] {
    let readers: [any FormatReader] = [
      XArchiveFormat(sorting: sorting), XOlderArchiveFormat(sorting: sorting), MastodonArchiveFormat(sorting: sorting),
    ]
    return readers.map(FileFormat.init)
  }

  /// All formats, in the order in which they are tried.
  /// - Parameter sorting: the timelines that posts of archives are sorted into.
  package static func all(sorting: ArchiveSorting) -> [FileFormat] {
    let readers: [any FormatReader] = [
      TernFormat(), XArchiveFormat(sorting: sorting), XOlderArchiveFormat(sorting: sorting), MastodonFormat(),
      MastodonArchiveFormat(sorting: sorting),
      XAPIFormat(), XAPI2Format(), BlueskyFormat(),
    ]
    return readers.map(FileFormat.init)
  }

  /// The display name: “X archive”.
  package var name: String { reader.name }

  /// Paths of the files with posts in an unpacked archive; empty for other formats.
  package var archiveFiles: [String] { reader.archiveFiles }

  /// Path of a folder with files of posts in an unpacked archive; nil if missing.
  package var archiveFolder: String? { reader.archiveFolder }

  /// Whether it is a format of downloaded archives.
  package var isArchive: Bool { !reader.archiveFiles.isEmpty || reader.archiveFolder != nil }

  /// The name of the file that continues another one; nil if files are always complete.
  package func nextPart(after name: String) -> String? { reader.nextPart(after: name) }
}

/// The timelines into which the posts of an archive's file are sorted.
package enum ArchiveSorting {
  /// All in one timeline: the file was opened alone.
  case none
  /// In Posts, Replies and Reposts.
  case byKind
  case all(TimelineID)

  /// - Parameters:
  ///   - isReply: whether it replies to another account. Replies to oneself are listed with posts, as on the profiles
  ///     of X and Mastodon.
  func tab(isRepost: @autoclosure () -> Bool, isReply: @autoclosure () -> Bool) -> TimelineID? {
    switch self {
    case .none: nil
    case .all(let tab): tab
    case .byKind: isRepost() ? ArchiveTab.reposts : isReply() ? ArchiveTab.replies : ArchiveTab.posts
    }
  }
}

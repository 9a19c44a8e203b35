import Domain

/// A format that Tern reads. What is in its files is between its `FormatReader` and JSON.
package struct FileFormat: Sendable {
  /// All of them, in the order in which they are looked for.
  package static let all = all(sorting: .none)

  /// What the posts of a file stand in where it says no timeline.
  static let tabOfPosts = ArchiveTab.posts
  static let tabOfThread = TimelineID(name: "Thread")

  let reader: any FormatReader

  /// The formats of downloaded archives.
  /// - Parameter sorting: into which timelines their posts go.
  package static func archives(sorting: ArchiveSorting) -> [FileFormat] {
    let readers: [any FormatReader] = [
      XArchiveFormat(sorting: sorting), XOlderArchiveFormat(sorting: sorting), MastodonArchiveFormat(sorting: sorting),
    ]
    return readers.map(FileFormat.init)
  }

  /// All of them, in the order in which they are looked for.
  /// - Parameter sorting: into which timelines the posts of archives go.
  package static func all(sorting: ArchiveSorting) -> [FileFormat] {
    let readers: [any FormatReader] = [
      TernFormat(), XArchiveFormat(sorting: sorting), XOlderArchiveFormat(sorting: sorting), MastodonFormat(),
      MastodonArchiveFormat(sorting: sorting),
      XAPIFormat(), XAPI2Format(), BlueskyFormat(),
    ]
    return readers.map(FileFormat.init)
  }

  /// What people call it: “X archive”.
  package var name: String { reader.name }

  /// Where in the folder of an unpacked archive its posts are, if the format is one of archives.
  package var archiveFiles: [String] { reader.archiveFiles }

  /// Where in the folder of an unpacked archive a folder is of which each file holds posts.
  package var archiveFolder: String? { reader.archiveFolder }

  /// Whether people download it as an archive.
  package var isArchive: Bool { !reader.archiveFiles.isEmpty || reader.archiveFolder != nil }

  /// The name of the file in the same folder that goes on where one ends; nil where a file is always the whole.
  package func nextPart(after name: String) -> String? { reader.nextPart(after: name) }
}

/// Where the posts of an archive's file belong.
package enum ArchiveSorting {
  /// All in one timeline: the file is opened by itself.
  case none
  /// In Posts, Replies and Reposts.
  case byKind
  case all(TimelineID)

  /// - Parameters:
  ///   - isReply: to someone else. An answer to oneself goes on with one's own post and stands beside it, as on the
  ///     profiles of X and Mastodon.
  func tab(isRepost: @autoclosure () -> Bool, isReply: @autoclosure () -> Bool) -> TimelineID? {
    switch self {
    case .none: nil
    case .all(let tab): tab
    case .byKind: isRepost() ? ArchiveTab.reposts : isReply() ? ArchiveTab.replies : ArchiveTab.posts
    }
  }
}

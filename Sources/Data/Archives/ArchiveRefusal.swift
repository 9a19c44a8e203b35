import Domain

/// The reasons for which members of an archive are skipped, as messages for the user.
enum ArchiveRefusal {
  static let link = "Is a link; Tern does not follow links"
  static let outside = "Its path is outside the archive"
  static let notRegularFile = "Is not a regular file"
  static let encrypted = "Is encrypted"
  static let duplicate = "Is in the archive twice; the first was read"
  static let damaged = "Is damaged"
  static let unreadable = "Cannot be read"
  static let noPosts =
    "Is an archive without posts: no tweets.js, data/js/tweets or outbox.json at the top or in data/"
  static let changed = "Was replaced while it was read"
  static let tooLarge = "Is too large"

  /// - Parameter message: the message of libarchive.
  static func truncated(_ message: String) -> String { "Cannot be read to its end (\(message))" }

  static func otherFolder(_ folder: String) -> String {
    "Is not in the folder of the posts that were read, \(folder.isEmpty ? "at the top" : folder)"
  }
}

extension SkippedFile {
  /// A file that could not be read because of an error.
  init(_ error: TimelineError, path: String) {
    switch error {
    case .fileUnreadable(_, let reason): self.init(path: path, reason: reason)
    case .fileDamaged(let place): self.init(path: path, count: 1, reason: "Is damaged", first: place)
    case .unknownFormat(_, let formats): self.init(path: path, reason: "Is none of \(formats.joined(separator: ", "))")
    case .errorDocument(_, let message): self.init(path: path, reason: "Contains an error: \(message)")
    default: self.init(path: path, reason: ArchiveRefusal.unreadable)
    }
  }

  /// A file that was skipped as a whole.
  init(path: String, reason: String) {
    self.init(path: path, count: 1, reason: reason, first: nil)
  }
}

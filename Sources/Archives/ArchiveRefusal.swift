import Domain

/// Why something in an archive is not read.
enum ArchiveRefusal {
  static let link = "Is a link, which Tern does not follow"
  static let outside = "Its path leads out of the archive"
  static let noFile = "Is no file"
  static let encrypted = "Is encrypted"
  static let again = "Stands in the archive a second time; the first was read"
  static let damaged = "Is damaged"
  static let unreadable = "Cannot be read"
  static let noPosts =
    "Is an archive with no posts in it: neither tweets.js, data/js/tweets nor outbox.json, at the top or in data/"
  static let changed = "Has become another file meanwhile"
  static let tooLarge = "Is larger than any such file"

  /// - Parameter words: libarchive's.
  static func cut(_ words: String) -> String { "Cannot be read to its end (\(words))" }

  static func elsewhere(_ folder: String) -> String {
    "Is in another folder than the posts that were read, \(folder.isEmpty ? "at the top" : folder)"
  }
}

extension SkippedFile {
  /// A file that could not be read, by its error.
  init(_ error: TimelineError, path: String) {
    switch error {
    case .fileUnreadable(_, let reason): self.init(path: path, reason: reason)
    case .fileDamaged(let place): self.init(path: path, count: 1, reason: "Is damaged", first: place)
    case .unknownFormat(_, let formats): self.init(path: path, reason: "Is none of \(formats.joined(separator: ", "))")
    case .errorDocument(_, let message): self.init(path: path, reason: "Holds an error: \(message)")
    default: self.init(path: path, reason: ArchiveRefusal.unreadable)
    }
  }

  /// A file of which nothing is read.
  init(path: String, reason: String) {
    self.init(path: path, count: 1, reason: reason, first: nil)
  }
}

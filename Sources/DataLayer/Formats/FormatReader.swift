import Domain

/// Reads the files of one format. A new format is a new file with one of these, and a line in `Formats`.
protocol FormatReader: Sendable {
  /// What people call it: “X archive”.
  var name: String { get }

  /// Whether the content, never the name, of a file is of this format.
  func recognises(_ shape: FileShape) -> Bool

  /// Reads a file that it has recognised.
  func read(_ file: SourceFile, _ shape: FileShape) throws(TimelineError) -> TimelineDocument
}

/// The formats that are looked for, in this order.
enum Formats {
  static let all: [any FormatReader] = [TernFormat(), XArchiveFormat(), MastodonFormat()]

  static let tabOfPosts = TimelineKind("Posts")
}

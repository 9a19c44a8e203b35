import Domain

/// Reads the files of one format. A new format is a new file with one of these, and a line in `FileFormat.all`.
protocol FormatReader: Sendable {
  /// What people call it: “X archive”.
  var name: String { get }

  /// Where in the folder of an unpacked archive its posts are, if the format is one of archives.
  var archiveFiles: [String] { get }

  /// The name of the file in the same folder that goes on where one ends; nil where a file is always the whole.
  func nextPart(after name: String) -> String?

  /// Whether the content, never the name, of a file is of this format.
  func recognises(_ shape: FileShape) -> Bool

  /// Reads a value at the top of a file: mostly there is but one, in JSON Lines there is one a line. Throws where it
  /// cannot be followed any further; the posts up to there stay.
  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError)
}

extension FormatReader {
  var archiveFiles: [String] { [] }

  func nextPart(after name: String) -> String? { nil }
}

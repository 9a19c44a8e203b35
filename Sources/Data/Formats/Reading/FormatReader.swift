import Domain
import FoundationEssentials

/// Reads the files of one format. To add a format, add a file with a reader and a line in `FileFormat.all`.
protocol FormatReader: Sendable {
  /// The display name: “X archive”.
  var name: String { get }

  /// Paths of the files with posts in an unpacked archive; empty for other formats.
  var archiveFiles: [String] { get }

  /// Path of a folder with files of posts in an unpacked archive; nil if missing.
  var archiveFolder: String? { get }

  /// The name of the file that continues another one; nil if files are always complete.
  func nextPart(after name: String) -> String?

  /// Whether the content of a file is of this format. The name does not count.
  func recognizes(_ shape: FileShape) -> Bool

  /// Reads a top-level value of a file: usually there is one, in JSON Lines one per line.
  /// - Throws: `JSONError` if the rest of the file cannot be read. Posts up to there stay.
  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError)
}

extension FormatReader {
  var archiveFiles: [String] { [] }

  var archiveFolder: String? { nil }

  func nextPart(after name: String) -> String? { nil }
}

/// A file that is being read, with its context.
final class SourceFile {
  let shape: FileShape
  /// When the file was opened.
  let now: Date

  private let smallFiles: SiblingFiles

  init(shape: FileShape, now: Date, smallFiles: SiblingFiles) {
    self.shape = shape
    self.now = now
    self.smallFiles = smallFiles
  }

  /// The value that a format reads from a small file in the same folder.
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - make: returns nil if the file has no such value.
  func sibling<Made>(_ name: String, _ make: (JSONValue) -> Made?) -> Made? { smallFiles.value(inFile: name, make) }
}

/// The small files of a folder, each parsed once for all files that are read there.
package final class SiblingFiles {
  private let text: (String) -> [UInt8]?
  private var values: [String: Any] = [:]

  /// - Parameter text: returns the content of a small file by its name; nil if missing, or not yet.
  package init(_ text: @escaping (String) -> [UInt8]?) {
    self.text = text
  }

  func value<Made>(inFile name: String, _ make: (JSONValue) -> Made?) -> Made? {
    if let known = values[name] { return known as? Made }
    guard let text = text(name) else { return nil }
    let value = JSONValue(file: text).flatMap(make)
    values[name] = value as Any
    return value
  }
}

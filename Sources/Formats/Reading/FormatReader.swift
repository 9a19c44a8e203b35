import Domain
import FoundationEssentials

/// Reads the files of one format. A new format is a new file with one of these, and a line in `FileFormat.all`.
protocol FormatReader: Sendable {
  /// What people call it: “X archive”.
  var name: String { get }

  /// Where in the folder of an unpacked archive its posts are, if the format is one of archives.
  var archiveFiles: [String] { get }

  /// Where in the folder of an unpacked archive a folder is of which each file holds posts; nil where there is none.
  var archiveFolder: String? { get }

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

  var archiveFolder: String? { nil }

  func nextPart(after name: String) -> String? { nil }
}

/// A file that is being read, and what a format needs to know besides its text.
final class SourceFile {
  let shape: FileShape
  /// When it was opened.
  let now: Date

  private let besides: SiblingFiles

  init(shape: FileShape, now: Date, besides: SiblingFiles) {
    self.shape = shape
    self.now = now
    self.besides = besides
  }

  /// What a format makes of a small file in the same folder.
  /// - Parameters:
  ///   - name: of the file.
  ///   - make: nil where there is nothing in it that it is looked for.
  func beside<Made>(_ name: String, _ make: (JSONValue) -> Made?) -> Made? { besides.made(of: name, make) }
}

/// The small files of a folder, and what has been made of them: once, for all files that are read there.
package final class SiblingFiles {
  private let text: (String) -> [UInt8]?
  private var made: [String: Any] = [:]

  /// - Parameter text: gives the whole text of a small file by its name; nil where there is none, or not yet.
  package init(_ text: @escaping (String) -> [UInt8]?) {
    self.text = text
  }

  func made<Made>(of name: String, _ make: (JSONValue) -> Made?) -> Made? {
    if let known = made[name] { return known as? Made }
    guard let text = text(name) else { return nil }
    let value = JSONValue(file: text).flatMap(make)
    made[name] = value as Any
    return value
  }
}

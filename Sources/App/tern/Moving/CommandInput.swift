import Foundation

/// The input of a command that reads all of its text.
enum CommandInput {
  /// The text of a file; of standard input if the path is `-`.
  static func text(at path: String) throws -> String {
    if path == "-" { return try StandardInput.text() }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw CommandFailure(.noInput, "\(path): cannot be read as UTF-8 text")
    }
  }
}

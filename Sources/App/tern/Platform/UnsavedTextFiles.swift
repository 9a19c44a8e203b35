import Domain
import Glibc
import SystemFiles
import TerminalKit

/// Files with text that could not be saved in the store when the program ended.
struct UnsavedTextFiles {
  private static let start = "unsaved-post-"
  private static let maxNumber = 10_000

  /// The state directory.
  let folder: String

  /// The paths of all files, sanitized for messages. In the temporary directory only the user's own count.
  func paths(_ environment: [String: String]) -> [String] {
    let temporary = Self.temporaryFolder(environment)
    let own = Self.paths(in: temporary).filter { path in
      var info = stat()
      return lstat(path, &info) == 0 && info.st_uid == geteuid()
    }
    return (Self.paths(in: folder) + own).map { TextLayout.sanitized(NonUTF8Paths.displayed($0)) }
  }

  private static func paths(in folder: String) -> [String] {
    DirectoryListing.names(in: folder).filter { $0.hasPrefix(start) }.map { "\(folder)/\($0)" }
  }

  private static func temporaryFolder(_ environment: [String: String]) -> String {
    environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  /// Writes text into a new file in the folder, or in the temporary directory if that fails.
  /// - Returns: The path, sanitized for messages; nil if neither can be written.
  func write(_ text: String, _ environment: [String: String]) -> String? {
    write(text, in: folder) ?? write(text, in: Self.temporaryFolder(environment))
  }

  private func write(_ text: String, in folder: String) -> String? {
    guard (try? AppDirectory(path: folder).make()) != nil else { return nil }
    for number in 1...Self.maxNumber {
      let path = "\(folder)/\(Self.start)\(number).txt"
      do throws(SystemError) {
        let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        do throws(SystemError) {
          try file.writeAll(Array(text.unescapingControls.utf8))
          try file.synchronize()
        } catch {
          unlink(path)
          throw error
        }
        return TextLayout.sanitized(NonUTF8Paths.displayed(path))
      } catch {
        guard error.code == EEXIST else { return nil }
      }
    }
    return nil
  }
}

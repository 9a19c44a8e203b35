import Domain
import Foundation
import Glibc
import SystemFiles

/// The files of an exported account in a directory.
struct MoveFiles {
  /// In bytes, for each file. Mastodon accepts 20 MB (app/models/form/import.rb).
  private static let maxBytes = 20 << 20
  /// The number of invalid lines of a file that are named.
  private static let maxProblems = 20

  private let directory: AppDirectory
  /// The directory as typed, for messages.
  private let name: String

  init(_ name: String) {
    self.name = name
    directory = AppDirectory(path: name)
  }

  /// Reads all files that exist.
  func read() throws(CommandFailure) -> AccountFileContent {
    var (content, hasFile) = (AccountFileContent(), false)
    for file in AccountFile.allCases {
      for name in file.names where FileManager.default.fileExists(atPath: directory.path(of: name)) {
        hasFile = true
        let path = directory.path(of: name)
        let read = file.content(of: try text(at: path), path: path)
        content.items += read.items
        content.problems += read.problems
        content.losses += read.losses
      }
    }
    guard hasFile else {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory) else {
        throw CommandFailure(.noInput, "\(name): no such directory")
      }
      guard isDirectory.boolValue else { throw CommandFailure(.noInput, "\(name): not a directory") }
      let names = AccountFile.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(.noInput, "\(name): has none of \(names)")
    }
    return content
  }

  private func text(at path: String) throws(CommandFailure) -> String {
    do throws(SystemError) {
      return String(decoding: try OpenFile(path, O_RDONLY).readToEnd(limit: Self.maxBytes), as: UTF8.self)
    } catch {
      throw CommandFailure(.noInput, "\(path.escapingControls): \(error.reason); nothing was done")
    }
  }

  /// The messages about lines that are not valid, at most 20 for each file.
  static func messages(about problems: [AccountFileContent.Problem]) -> [String] {
    var (messages, counts) = ([String](), [String: Int]())
    for problem in problems {
      counts[problem.path, default: 0] += 1
      if counts[problem.path, default: 0] <= maxProblems { messages.append(problem.message + "; left out") }
    }
    let more = counts.filter { $0.value > maxProblems }.sorted { $0.key < $1.key }
    return messages + more.map { "\($0.key): \($0.value - maxProblems) more lines are not valid; left out" }
  }
}

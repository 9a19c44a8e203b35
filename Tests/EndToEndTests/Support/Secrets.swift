import Foundation
import ProgramSupport
import Testing

/// Looks for what opens accounts in all that Tern leaves behind.
struct Secrets {
  let folder: TemporaryFolder

  /// The tokens that Tern keeps, and what its registration with a server is proved by.
  func kept() throws -> [String] {
    let data = Data(try folder.text(of: LiveReader.credentials).utf8)
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let tokens = (file["tokens"] as? [String: String] ?? [:]).values
    let registrations = (file["registrations"] as? [String: [String: Any]] ?? [:]).values
    return tokens + registrations.compactMap { $0["secret"] as? String }
  }

  /// Expects that only one file below the folder has what opens accounts, that nobody else may read that one, and that
  /// what has been used up is nowhere.
  /// - Parameters:
  ///   - codes: what has been changed for a token.
  ///   - others: files of the test itself, by name.
  func expect(
    onlyIn file: String, codes: [String] = [], but others: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let secrets = try kept()
    #expect(!secrets.isEmpty && secrets.allSatisfy { $0.count > 5 }, sourceLocation: sourceLocation)
    #expect(try folder.permissions(of: file) == 0o600, sourceLocation: sourceLocation)
    var count = 0
    for name in try #require(FileManager.default.subpathsOfDirectory(atPath: folder.path) as [String]?) {
      guard !others.contains(name), let bytes = FileManager.default.contents(atPath: folder.path(of: name)) else {
        continue
      }
      count += 1
      for secret in secrets + codes where bytes.range(of: Data(secret.utf8)) != nil {
        #expect(name == file && !codes.contains(secret), "“\(secret)” in \(name)", sourceLocation: sourceLocation)
      }
    }
    #expect(count > 3, "nothing has been looked through", sourceLocation: sourceLocation)
  }

  /// Expects that what others may see of a running process says nothing of them.
  func expectNone(
    in process: Int32, of secrets: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for file in ["cmdline", "environ"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/\(file)"))
      #expect(!bytes.isEmpty, sourceLocation: sourceLocation)
      for secret in secrets {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "“\(secret)” in \(file)", sourceLocation: sourceLocation)
      }
    }
  }

  func expectNone(
    in tern: RunningTern, of secrets: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectNone(in: tern.process, of: secrets, sourceLocation: sourceLocation)
  }
}

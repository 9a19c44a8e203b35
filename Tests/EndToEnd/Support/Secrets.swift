import Foundation
import ProgramSupport
import Testing

/// Searches for secrets in all files that Tern leaves.
struct Secrets {
  let folder: TemporaryFolder

  /// The stored tokens and client secrets.
  func stored() throws -> [String] {
    let data = Data(try folder.text(of: ServerUser.credentials).utf8)
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let tokens = (file["tokens"] as? [String: String] ?? [:]).values
    let registrations = (file["registrations"] as? [String: [String: Any]] ?? [:]).values
    return tokens + registrations.compactMap { $0["secret"] as? String }
  }

  /// Checks that only one file below the folder contains secrets, that only its owner can read it, and that used codes
  /// are in no file.
  /// - Parameters:
  ///   - codes: authorization codes that have been exchanged for a token.
  ///   - others: the names of files that belong to the test.
  func expect(
    onlyIn file: String, codes: [String] = [], but others: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let secrets = try stored()
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
    #expect(count > 3, "no files were searched", sourceLocation: sourceLocation)
  }

  /// Checks that the public data of a process contains no secrets.
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

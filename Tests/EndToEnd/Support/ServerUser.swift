import Foundation
import ProgramSupport
import Testing

/// A user who runs commands with accounts of a server, in a separate home directory.
struct ServerUser {
  let folder: TemporaryFolder

  init(in folder: TemporaryFolder = TemporaryFolder()) {
    self.folder = folder
  }

  static let credentials = ".local/share/tern/credentials.json"

  func tern(_ arguments: [String], input: String = "") async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: ["HOME": folder.path, "TZ": "UTC", "LANG": "C.UTF-8"], input: input)
  }

  func signIn(as name: String = "ada", at server: MastodonMock) async throws {
    try await signIn(as: name, at: server.origin)
  }

  func signIn(as name: String = "ada", at origin: String) async throws {
    let outcome = try await tern(["login", origin, "--token", "-"], input: "\(name)_token\n")
    try #require(outcome.status == .exited(0), "\(outcome.errors)")
  }

  /// The IDs of the posts that `tern list` prints.
  func ids(_ arguments: [String]) async throws -> [String] {
    let outcome = try await tern(["list", "--format", "jsonl"] + arguments)
    #expect(outcome.status == .exited(0) && outcome.errors.isEmpty, "\(outcome.errors)")
    return try Self.ids(in: outcome.output)
  }

  static func ids(in lines: String) throws -> [String] {
    try lines.split(separator: "\n").compactMap { line in
      let post = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return post?["id"] as? String
    }
  }
}

import Foundation

/// A folder of its own for a test, gone when the test is.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/tern-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  public func path(of name: String) -> String { path + "/" + name }

  public func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  public func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  public func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(of: name))), as: UTF8.self)
  }

  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  public func permissions(of name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}

import Foundation

/// A folder of its own for a test, gone when the test is.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/tern-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  public func path(of name: String) -> String { path + "/" + name }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

  public func write(_ text: String, to name: String, permissions: Int = 0o644) throws {
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: permissions]
    guard FileManager.default.createFile(atPath: path(of: name), contents: Data(text.utf8), attributes: attributes)
    else { throw CocoaError(.fileWriteUnknown) }
  }

  public func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(of: name))), as: UTF8.self)
  }

  public func permissions(of name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(of: name))
  }

  public func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: path(of: name), toPath: path(of: other))
  }

  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(of: name), withIntermediateDirectories: true)
  }
}

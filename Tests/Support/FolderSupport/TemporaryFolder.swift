import Foundation

/// A temporary folder of a test, deleted with this object.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() {
    path = FileManager.default.temporaryDirectory.path + "/tern-" + UUID().uuidString
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      fatalError("No temporary folder can be created: \(error)")
    }
  }

  deinit {
    // A test may have removed the write permission.
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  public func path(of name: String) -> String { path + "/" + name }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

  public func write(_ text: String, to name: String, permissions: Int? = nil) throws {
    try write(Array(text.utf8), to: name, permissions: permissions)
  }

  /// Writes a file and creates its parent folders. An existing file is overwritten in place.
  public func write(_ bytes: [UInt8], to name: String, permissions: Int? = nil) throws {
    let file = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let isProgram = permissions.map { $0 & 0o111 != 0 } ?? false
    if isProgram { try writeProgram(bytes, to: file) } else { try Data(bytes).write(to: file) }
    guard let permissions else { return }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  private func writeProgram(_ bytes: [UInt8], to file: URL) throws {
    let text = file.appendingPathExtension("text")
    try Data(bytes).write(to: text)
    defer { try? FileManager.default.removeItem(at: text) }
    try Self.copyProgram(text.path, to: file.path)
  }

  /// Copies an executable with its permissions.
  public func copyProgram(_ path: String, to name: String) throws {
    try makeFolder((name as NSString).deletingLastPathComponent)
    try Self.copyProgram(path, to: self.path(of: name))
  }

  /// Copies in another process: a process started by a concurrent test could inherit the open file, and a file open for
  /// writing cannot be executed (ETXTBSY).
  private static func copyProgram(_ path: String, to other: String) throws {
    let copying = try SpawnedProgram("/bin/cp", [path, other])
    guard copying.wait() == 0 else { throw CocoaError(.fileWriteUnknown) }
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

import Domain
import Formats
import FoundationEssentials
import Glibc
import SystemFiles

/// The content of accounts.json. The property names are its keys.
struct DemoAccountsFile: Decodable, Hashable {
  struct Entry: Decodable, Hashable {
    var handle: String
    var name: String?
    var note: String?
    /// The name of the file with its timelines, in the same folder.
    var file: String
    var password: String?
    var behaviour: [DemoStep]?
    /// The responses of its server to publishing; nil if publishing follows `behaviour` like other requests.
    var writing: [DemoStep]?
    /// The maximum size of pictures in bytes; nil if there is no limit.
    var pictureLimit: Int?
    /// The relationships with other accounts.
    var people: DemoRelationships?
    /// The initial age of its cached posts in seconds; nil if nothing is cached and each page is a request.
    var kept: Double?
    /// The scripted changes of its timelines.
    var script: DemoScript?
    /// The further features of its server; nil if it has no server.
    var server: DemoServer?
  }

  /// A server that can be read without an account.
  struct PublicServer: Decodable, Hashable {
    /// As in a handle: `tern.example`.
    var host: String
    /// The name of the file with its local posts, in the same folder.
    var file: String
    var behaviour: [DemoStep]?
  }

  /// The version of the file format.
  var tern: Int
  var accounts: [Entry]
  /// Absent if there is none.
  var servers: [PublicServer]?

  /// - Throws: `TimelineError.fileMissing` or `.fileUnreadable`.
  static func bytes(of path: String) throws(TimelineError) -> [UInt8] {
    do throws(SystemError) {
      return try OpenFile(path, O_RDONLY).readToEnd()
    } catch {
      let path = path.escapingControls
      throw error.code == ENOENT ? .fileMissing(path: path) : .fileUnreadable(path: path, reason: error.reason)
    }
  }

  /// - Throws: `TimelineError.fileDamaged` with the location of the first error.
  init(bytes: [UInt8], path: String) throws(TimelineError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
      accounts = accounts.map(\.escapingControls)
      try checkEntries()
    } catch let error as DecodingError {
      throw .fileDamaged(error.location(in: bytes, path: path))
    } catch {
      throw .fileDamaged(FileLocation(path: path.escapingControls, line: 1, column: 1, expected: "a list of accounts"))
    }
  }
}

extension DemoAccountsFile.Entry {
  /// Escapes the strings that are displayed. The file name is passed to the system, and the password compared,
  /// unchanged.
  fileprivate var escapingControls: Self {
    var entry = self
    entry.handle = handle.escapingControls
    entry.name = name?.escapingControls
    entry.note = note?.escapingControls
    entry.people = people?.escapingControls
    return entry
  }
}

extension DemoAccountsFile {
  private enum EntryKey: CodingKey {
    case tern, accounts, servers, handle, file, kept
  }

  private func checkEntries() throws {
    guard tern == 1 else { throw fault("the format's version 1", at: [EntryKey.tern]) }
    var handles: Set<String> = []
    for (index, entry) in accounts.enumerated() {
      let place: [any CodingKey] = [EntryKey.accounts, IndexKey(index)]
      guard !entry.handle.isEmpty, handles.insert(entry.handle.lowercased()).inserted else {
        throw fault("a handle that no other account has", at: place + [EntryKey.handle])
      }
      guard isFileName(entry.file) else {
        throw fault("the name of a file in the same folder", at: place + [EntryKey.file])
      }
      guard 0...86_400 ~= entry.kept ?? 0 else {
        throw fault("a number of seconds, a day at most", at: place + [EntryKey.kept])
      }
    }
    for (index, server) in (servers ?? []).enumerated() where !isFileName(server.file) {
      throw fault(
        "the name of a file in the same folder", at: [EntryKey.servers, IndexKey(index), EntryKey.file])
    }
  }

  /// A file name without slashes cannot refer to another folder.
  private func isFileName(_ name: String) -> Bool {
    !["", ".", ".."].contains(name) && !name.utf8.contains { [0, 0x2F].contains($0) }
  }

  private func fault(_ expected: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: expected))
  }
}

private struct IndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map(String.init) ?? "" }

  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }
}

extension DecodingError {
  /// The location of the error, and what the decoder expected there.
  func location(in bytes: [UInt8], path: String) -> FileLocation {
    let path = path.escapingControls
    do throws(JSONFault) {
      let offset = try JSONValue(whole: bytes).offset(at: codingPath) ?? 0
      let before = bytes[..<offset]
      let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let line = before.count { $0 == 0x0A } + 1
      return FileLocation(
        path: path, line: line, column: before.count - lineStart + 1, expected: expected.escapingControls)
    } catch {
      return FileLocation(path: path, line: error.line, column: error.column, expected: error.expected)
    }
  }

  private var codingPath: [String] {
    let path =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      @unknown default: [any CodingKey]()
      }
    return path.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  private var expected: String {
    switch self {
    case .keyNotFound(let key, _): "an object with “\(key.stringValue)”"
    case .typeMismatch(let type, _), .valueNotFound(let type, _): Self.typeName(for: type)
    case .dataCorrupted(let context) where !context.codingPath.isEmpty: context.debugDescription
    default: "a list of accounts"
    }
  }

  private static func typeName(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Int.Type, is Double.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}

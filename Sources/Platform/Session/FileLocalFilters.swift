import Domain
import FoundationEssentials
import Glibc
import SystemFiles

/// Stores the local filters in filters.json. Several Tern processes can share it: each change is read, applied and
/// written under a lock.
public final class FileLocalFilters: LocalFilterStorage {
  private static let name = "filters.json"
  private static let currentVersion = 1
  /// Limits a file that another program has written.
  private static let maxFilters = 500

  private struct Content: Codable {
    var version: Int
    var filters: [LocalFilter]
  }

  private enum StoredContent {
    case filters([LocalFilter])
    /// Written by a newer version, or not readable.
    case refused(SessionError)
    case damaged
  }

  private let folder: AppDirectory

  public init(directory: String) {
    folder = AppDirectory(path: directory)
  }

  private var path: String { folder.path(of: Self.name) }

  public func load() -> [LocalFilter] {
    if case .filters(let filters) = read() { filters } else { [] }
  }

  public func update(_ change: (inout [LocalFilter]) -> Void) throws(SessionError) -> [LocalFilter] {
    try withSessionError { () throws(FileError) in try folder.make() }
    return try folder.withLock("filters.lock", orFail: Self.error) { () throws(SessionError) in
      var filters: [LocalFilter] = []
      switch read() {
      case .filters(let stored): filters = stored
      case .refused(let error): throw error
      case .damaged: try withSessionError { () throws(FileError) in try folder.setAside(Self.name) }
      }
      change(&filters)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      guard let data = try? encoder.encode(Content(version: Self.currentVersion, filters: filters)) else {
        throw SessionError(path: path.escapingControls, reason: "The filters cannot be saved")
      }
      try withSessionError { () throws(FileError) in
        try folder.replace(Self.name, with: Array(data) + Array("\n".utf8))
      }
      return filters
    }
  }

  private func read() -> StoredContent {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile(path, O_RDONLY).readToEnd()
    } catch {
      return error.code == ENOENT ? .filters([]) : .refused(Self.error(FileError(path, error)))
    }
    struct Version: Decodable {
      var version: Int
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let data = Data(bytes)
    guard let version = try? decoder.decode(Version.self, from: data).version else { return .damaged }
    guard version <= Self.currentVersion else {
      return .refused(
        SessionError(path: path.escapingControls, reason: "It was written by a newer version of Tern"))
    }
    guard let content = try? decoder.decode(Content.self, from: data) else { return .damaged }
    return .filters(Array(content.filters.prefix(Self.maxFilters)))
  }

  private static func error(_ error: FileError) -> SessionError {
    SessionError(path: error.path, reason: error.cause.reason)
  }

  private func withSessionError(_ work: () throws(FileError) -> Void) throws(SessionError) {
    do throws(FileError) {
      try work()
    } catch {
      throw Self.error(error)
    }
  }
}

import Domain
import Glibc

/// Local files to attach to a post, under the paths that the user types.
public struct MediaFiles: LocalMedia {
  /// The maximum number of entries read from a folder.
  private static let maxEntries = 20_000

  private let home: String?

  /// - Parameter home: the expansion of `~`.
  public init(home: String?) {
    self.home = home
  }

  public func paths(startingWith typed: String, limit: Int) -> [String] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { typed[typed.index(after: $0)...] } ?? typed[...]
    guard let entries = opendir(expanded(folder.isEmpty ? "." : folder)) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    for _ in 0..<Self.maxEntries {
      guard let entry = readdir(entries) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // Hidden files only match if a full stop is typed.
      guard let name, name.hasPrefix(start), name.escapingControls == name, start.hasPrefix(".") || !name.hasPrefix(".")
      else { continue }
      names.append(name)
    }
    return names.sorted().prefix(limit).map { name in
      let path = folder + name
      return status(of: expanded(path)).map { $0.isFolder ? path + "/" : path } ?? path
    }
  }

  /// - Throws: `TimelineError.fileMissing` or `.fileUnreadable`.
  public func file(at path: String) throws(TimelineError) -> LocalMediaFile {
    let whole = absolute(expanded(path))
    guard let status = status(of: whole) else {
      throw errno == ENOENT ? .fileMissing(path: path) : .fileUnreadable(path: path, reason: Self.reason)
    }
    guard !status.isFolder else { throw .fileUnreadable(path: path, reason: String(cString: strerror(EISDIR))) }
    guard access(whole, R_OK) == 0 else { throw .fileUnreadable(path: path, reason: Self.reason) }
    return LocalMediaFile(path: whole, bytes: status.bytes, kind: Self.kind(of: path), version: status.version)
  }
}

extension MediaFiles {
  private static var reason: String { String(cString: strerror(errno)) }

  private static func kind(of path: String) -> Media.Kind? {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    return switch path[path.index(after: dot)...].lowercased() {
    case "png", "jpg", "jpeg", "jfif", "webp", "avif", "heic", "heif": .image
    case "gif": .gif
    case "mp4", "m4v", "mov", "webm": .video
    case "mp3", "ogg", "oga", "wav", "flac", "opus", "aac", "m4a", "wma", "3gp": .audio
    default: nil
    }
  }

  /// The full path of a file that the user typed.
  package func resolved(_ path: String) -> String { absolute(expanded(path)) }

  private func expanded(_ path: String) -> String {
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    // A string cannot hold a path that is not UTF-8.
    return (String(validatingCString: folder) ?? "/proc/self/cwd") + "/" + path
  }

  private func status(of path: String) -> (isFolder: Bool, bytes: Int, version: FileVersion)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (status.st_mode & S_IFMT == S_IFDIR, Int(status.st_size), FileVersion(status))
  }
}

import Glibc
import SystemFiles
import TerminalKit

/// A temporary file for a pager or editor, in a private folder, because editors create other files next to it.
///
/// Files that the program has written are removed only after they have been taken over, or if they are unchanged. If
/// Tern is ended before, the folder stays and the next run announces it.
struct ProgramFile {
  enum Purpose {
    /// The program only shows the text.
    case reading
    /// The user edits the text.
    case writing
  }

  /// Maximum size of an edited file, in bytes.
  private static let maxLength = 1_000_000
  private static let name = "post.txt"
  /// A copy of the original text, so that the next run can tell whether something was written.
  private static let originalName = ".original"

  private let folder: String
  var path: String { "\(folder)/\(Self.name)" }

  /// The folder, sanitized for messages.
  var displayedFolder: String { TextLayout.sanitized(NonUTF8Paths.displayed(folder)) }

  init(_ bytes: [UInt8], for purpose: Purpose, _ environment: [String: String]) throws(TextProgramError) {
    let temporaryFolder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    switch purpose {
    case .reading: folder = try Self.makeFolder(in: temporaryFolder)
    case .writing:
      // Temporary directories do not survive a restart of the machine.
      let stateFolder = AppDirectory(path: Self.folders(environment))
      if (try? stateFolder.make()) != nil, let made = try? Self.makeFolder(in: stateFolder.path) {
        folder = made
      } else {
        folder = try Self.makeFolder(in: temporaryFolder)
      }
    }
    guard Self.write(bytes, to: path), Self.write(bytes, to: "\(folder)/\(Self.originalName)") else {
      let failure = Self.failure(folder)
      remove()
      throw failure
    }
  }

  private init(folder: String) {
    self.folder = folder
  }

  /// The current content of the file.
  func read() throws(TextProgramError) -> [UInt8] {
    do throws(FileReadingError) {
      guard let bytes = try Self.read(path) else { throw FileReadingError.tooLong }
      return bytes
    } catch {
      throw TextProgramError(error.text)
    }
  }

  /// Whether the program has written nothing: the file still has this content and there are no others.
  func isUnchanged(_ bytes: [UInt8]) -> Bool {
    guard !hasOtherFiles else { return false }
    guard let now = try? Self.read(path) else { return !entries.contains(Self.name) }
    return now == bytes
  }

  var isEmpty: Bool { !entries.contains { $0 != Self.originalName } }

  /// Whether there are other files than the text and its backup copies. They may contain unsaved text.
  var hasOtherFiles: Bool {
    let copies = ["\(Self.name)~", ".\(Self.name)~", ".\(Self.name).un~", "\(Self.name).bak"]
    return entries.contains { $0 != Self.name && $0 != Self.originalName && !copies.contains($0) }
  }

  func remove() {
    for name in entries { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private var entries: [String] { DirectoryListing.names(in: folder) }
}

// MARK: - Leftover folders

extension ProgramFile {
  /// The folders with edited text left by a Tern that was ended while the editor ran. Removes folders without changes.
  static func leftoverFolders(_ environment: [String: String]) -> [String] {
    let all = ProgramFile(folder: folders(environment))
    return all.entries.sorted().compactMap { name in
      guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }) else { return nil }
      let isAlive = process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
      let file = ProgramFile(folder: "\(all.folder)/\(name)")
      guard !isAlive else { return nil }
      if let original = try? read("\(file.folder)/\(originalName)"), file.isUnchanged(original) {
        file.remove()
        return nil
      }
      return file.displayedFolder
    }
  }

  private static func folders(_ environment: [String: String]) -> String {
    UserDirectory.state(environment: environment) + "/editor"
  }
}

// MARK: - Reading and writing

/// The reason that a file cannot be read.
private enum FileReadingError: Error {
  case tooLong
  case system(Int32)

  var text: String {
    switch self {
    case .tooLong: "The edited text is too long"
    case .system(let number): "The edited text cannot be read: \(String(cString: strerror(number)))"
    }
  }
}

extension ProgramFile {
  private static func makeFolder(in parent: String) throws(TextProgramError) -> String {
    var name = Array("\(parent)/\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw failure(parent) }
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// - Returns: the content, or nil if it is too long.
  private static func read(_ path: String) throws(FileReadingError) -> [UInt8]? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno) }
      if count == 0 { return bytes }
      bytes += part[..<count]
      guard bytes.count <= maxLength else { return nil }
    }
  }

  private static func failure(_ folder: String) -> TextProgramError {
    TextProgramError("Cannot write the text to \(TextLayout.sanitized(folder)): \(String(cString: strerror(errno)))")
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}

import Glibc
import SystemFiles
import TerminalKit

/// A text in a file of its own for another program, in a folder that only its owner can read: editors put other files
/// beside it. What is written in there is never removed unless it has been taken over, or is what Tern put there: a Tern
/// that is ended before that leaves the folder, and the next one names it.
struct ProgramFile {
  enum Purpose {
    /// The program shows a text that lies elsewhere, too.
    case reading
    /// The person writes in it.
    case writing
  }

  /// What an editor may leave, in bytes.
  private static let maxLength = 1_000_000
  private static let name = "post.txt"
  /// What Tern has put into `name`, so that the next Tern knows whether something was written.
  private static let originalName = ".original"

  private let folder: String
  var path: String { "\(folder)/\(Self.name)" }

  /// For a sentence.
  var shownFolder: String { TextLayout.sanitized(folder) }

  /// - Throws: why the text could not be put there.
  init(_ bytes: [UInt8], for purpose: Purpose, _ environment: [String: String]) throws(TextProgramError) {
    let short = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    switch purpose {
    case .reading: folder = try Self.makeFolder(in: short)
    case .writing:
      // What is kept for a short time does not outlive the machine.
      let kept = AppDirectory(path: Self.folders(environment))
      if (try? kept.make()) != nil, let made = try? Self.makeFolder(in: kept.path) {
        folder = made
      } else {
        folder = try Self.makeFolder(in: short)
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

  /// What stands in it now.
  /// - Throws: why it cannot be taken over.
  func read() throws(TextProgramError) -> [UInt8] {
    do throws(FileReadingError) {
      guard let bytes = try Self.read(path) else { throw FileReadingError.tooLong }
      return bytes
    } catch {
      throw TextProgramError(error.words)
    }
  }

  /// Whether nothing is in the folder that the program has written.
  func holdsOnly(_ bytes: [UInt8]) -> Bool {
    guard !hasOthers else { return false }
    guard let now = try? Self.read(path) else { return !entries.contains(Self.name) }
    return now == bytes
  }

  var isEmpty: Bool { !entries.contains { $0 != Self.originalName } }

  /// Whether the program has left files besides the text and copies of what it was given: in them it may have rescued what
  /// was not saved.
  var hasOthers: Bool {
    let copies = ["\(Self.name)~", ".\(Self.name)~", ".\(Self.name).un~", "\(Self.name).bak"]
    return entries.contains { $0 != Self.name && $0 != Self.originalName && !copies.contains($0) }
  }

  func remove() {
    for name in entries { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private var entries: [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

// MARK: - What another Tern has left

extension ProgramFile {
  /// The folders in which something lies that was written in an editor, and that no Tern has taken over: it was ended while
  /// the editor ran. Those that hold nothing new are removed.
  static func leftFolders(_ environment: [String: String]) -> [String] {
    let all = ProgramFile(folder: folders(environment))
    return all.entries.sorted().compactMap { name in
      guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }) else { return nil }
      let isAlive = process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
      let file = ProgramFile(folder: "\(all.folder)/\(name)")
      guard !isAlive else { return nil }
      if let original = try? read("\(file.folder)/\(originalName)"), file.holdsOnly(original) {
        file.remove()
        return nil
      }
      return file.shownFolder
    }
  }

  private static func folders(_ environment: [String: String]) -> String {
    UserDirectory.state(environment: environment) + "/editor"
  }
}

// MARK: - The file

/// Why a file cannot be read.
private enum FileReadingError: Error {
  case tooLong
  case system(Int32)

  var words: String {
    switch self {
    case .tooLong: "What the editor left is too long"
    case .system(let number): "What the editor left cannot be read: \(String(cString: strerror(number)))"
    }
  }
}

extension ProgramFile {
  private static func makeFolder(in parent: String) throws(TextProgramError) -> String {
    var name = Array("\(parent)/\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw failure(parent) }
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// - Returns: nil where it is too long.
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
    TextProgramError("The text cannot be put into \(TextLayout.sanitized(folder)): \(String(cString: strerror(errno)))")
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

import Glibc
import SystemFiles
import TerminalKit

/// Paths that are not UTF-8. A string cannot hold them, so they are named by an open descriptor; see `DescriptorPath`.
enum NonUTF8Paths {
  /// The variables whose values are directories.
  private static let directoryNames = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "TMPDIR"]
  /// Opens a file only to refer to it (open(2)); not imported, because it is a GNU extension.
  private static let onlyPath: Int32 = 0o10000000
  /// The descriptors of directories begin here: drafts name files below them, also in later runs.
  private static let firstDirectory: Int32 = 900

  /// The command line. An argument that is not UTF-8 and names a file is replaced by a path that Swift can hold.
  static let arguments: [String] = {
    (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }.map { bytes in
      String(validatingCString: bytes) ?? argument(Array(UnsafeBufferPointer(start: bytes, count: strlen(bytes))))
    }
  }()

  /// The directories in the environment that are not UTF-8, by their variables.
  static let directories: [String: String] = {
    var directories: [String: String] = [:]
    for (number, name) in directoryNames.enumerated() {
      guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
      // Those of the XDG specification are created when first used.
      mkdir(value, 0o700)
      let descriptor = open(value, onlyPath | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      let fixed = fcntl(descriptor, F_DUPFD_CLOEXEC, firstDirectory + Int32(number))
      directories[name] = DescriptorPath.path(of: fixed >= 0 ? fixed : descriptor)
      if fixed >= 0 { close(descriptor) }
    }
    return directories
  }()

  /// A path, or a message that names some, as it is shown: with the replacement character for bytes that are not UTF-8.
  static func displayed(_ text: String) -> String { DescriptorPath.displayed(text) }

  private static func argument(_ bytes: [CChar]) -> String {
    // --option=PATH
    let equals = bytes.starts(with: "--".utf8.map(CChar.init)) ? bytes.firstIndex(of: CChar(UInt8(ascii: "="))) : nil
    let start = equals.map { $0 + 1 } ?? 0
    let whole = Array(bytes[start...])
    let option = String(decoding: bytes[..<start].map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let descriptor = descriptor(of: whole) { return option + DescriptorPath.path(of: descriptor) }
    // A file to create: its directory exists.
    if let slash = whole.lastIndex(of: CChar(UInt8(ascii: "/"))),
      let name = String(validating: whole[(slash + 1)...].map(UInt8.init(bitPattern:)), as: UTF8.self),
      let descriptor = descriptor(of: Array(whole[..<slash]))
    {
      return option + DescriptorPath.path(of: descriptor) + "/" + name
    }
    return String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func descriptor(of path: [CChar]) -> Int32? {
    let descriptor = open(path + [0], onlyPath | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }
}

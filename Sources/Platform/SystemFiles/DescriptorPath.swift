import Glibc

/// Paths that begin with an open descriptor: `/proc/self/fd/5/posts.json` (proc(5)). They are valid in this process
/// only.
package enum DescriptorPath {
  private static let folder = "/proc/self/fd/"

  package static func path(of descriptor: Int32) -> String { "\(folder)\(descriptor)" }

  /// The bytes of the text with the path of the file instead of the descriptor at its beginning; nil if it begins with
  /// none, or with a standard stream.
  package static func bytes(of text: some StringProtocol) -> [UInt8]? {
    guard text.hasPrefix(folder) else { return nil }
    let number = text.dropFirst(folder.count).prefix { $0.isASCII && $0.isNumber }
    return target(ofDescriptor: number).map { $0 + text[number.endIndex...].utf8 }
  }

  /// The text with the paths of files instead of their descriptors, and the replacement character for bytes that are
  /// not UTF-8.
  package static func displayed(_ text: String) -> String {
    var (shown, rest) = ("", text[...])
    while let found = rest.firstRange(of: folder) {
      let number = rest[found.upperBound...].prefix { $0.isASCII && $0.isNumber }
      let target = target(ofDescriptor: number).map { String(decoding: $0, as: UTF8.self) }
      shown += rest[..<found.lowerBound] + (target ?? folder + number)
      rest = rest[number.endIndex...]
    }
    return shown + rest
  }

  /// nil if the descriptor is that of a standard stream, or of no file.
  private static func target(ofDescriptor number: some StringProtocol) -> [UInt8]? {
    guard let descriptor = Int32(number), descriptor > STDERR_FILENO else { return nil }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path(of: descriptor), &target, target.count)
    // Not a pipe or a socket.
    guard count > 0, target[0] == CChar(UInt8(ascii: "/")) else { return nil }
    return target.prefix(count).map(UInt8.init(bitPattern:))
  }
}

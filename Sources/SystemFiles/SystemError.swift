import Domain
import Glibc

/// What the operating system refused, as `errno` has it.
struct SystemError: Error, Hashable {
  var code: Int32

  static var last: SystemError { SystemError(code: errno) }

  /// “Permission denied”.
  var reason: String { code == ESPIPE ? "It is no regular file" : String(cString: strerror(code)).escapingControls }
}

import Domain
import Glibc

/// What the operating system refused, as `errno` has it.
package struct SystemError: Error, Hashable {
  package var code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// What `errno` says now.
  package static var last: SystemError { SystemError(code: errno) }

  /// “Permission denied”.
  package var reason: String { code == ESPIPE ? "It is no regular file" : String(cString: strerror(code)).escapingControls }
}

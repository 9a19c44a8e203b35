import Domain
import SystemFiles

extension SessionError {
  /// What the system refused, and where.
  init(at path: String, _ error: SystemError) {
    self.init(path: path.escapingControls, reason: error.reason)
  }
}

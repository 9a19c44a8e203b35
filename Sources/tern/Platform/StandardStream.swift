import Glibc

/// Standard output and standard error, written without a buffer between.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// - Returns: whether all of it was taken; a reader that has gone away takes nothing more.
  @discardableResult
  func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in
      var rest = UnsafeRawBufferPointer(utf8)
      while !rest.isEmpty {
        let written = Glibc.write(rawValue, rest.baseAddress, rest.count)
        if written > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}

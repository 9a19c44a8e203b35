import Glibc

/// A file that could not be written.
public struct SampleArchiveError: Error, CustomStringConvertible {
  public let description: String

  init(_ path: String, number: Int32 = errno) {
    description = "\(path): \(String(cString: strerror(number)))"
  }
}

import Glibc

/// A failed system call.
public struct PseudoTerminalError: Error, CustomStringConvertible {
  public let call: String
  public let number: Int32

  init(call: String, number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  public var description: String { "\(call): \(String(cString: strerror(number)))" }
}

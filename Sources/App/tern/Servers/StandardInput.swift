import Dispatch
import Domain
import Glibc

/// Standard input, from a terminal or another program.
enum StandardInput {
  /// In bytes. Typed lines are shorter.
  private static let maxLine = 64 << 10

  /// In bytes. No server accepts longer posts.
  private static let longestText = 1 << 20

  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The lines as they arrive, read on a separate queue until the input ends. A line longer than `maxLine` is truncated
  /// and is the last one.
  static func lines() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    DispatchQueue(label: "tern.input").async {
      var line: [UInt8] = []
      read { byte in
        guard byte != UInt8(ascii: "\n") else {
          continuation.yield(String(decoding: line, as: UTF8.self))
          line = []
          return true
        }
        line.append(byte)
        return line.count <= maxLine
      }
      if !line.isEmpty { continuation.yield(String(decoding: line.prefix(maxLine), as: UTF8.self)) }
      continuation.finish()
    }
    return lines
  }

  /// The token on standard input. On a terminal it is one line, typed without echo; otherwise the whole input.
  @MainActor
  static func token() throws(CommandFailure) -> Secret {
    var bytes: [UInt8] = []
    let isTerminal = isTerminal
    let prompt = "Token: "
    let echo = isTerminal ? HiddenEcho(prompt: prompt) : nil
    defer { echo?.restore() }
    if isTerminal { _ = try StandardStream.error.write(prompt) }
    read { byte in
      guard !isTerminal || byte != UInt8(ascii: "\n") else { return false }
      bytes.append(byte)
      return bytes.count <= Secret.maxTypedLength + 1_024
    }
    if let echo {
      echo.restore()
      // If the parent shell was killed, another program may own the terminal now: what was typed is not a token.
      guard tcgetpgrp(STDIN_FILENO) == getpgrp() else {
        throw CommandFailure(.usage, "no token was typed: another program has the terminal now")
      }
      // The user's Return was not echoed.
      _ = try StandardStream.error.write("\n")
    }
    do throws(TypedSecretError) {
      return try Secret(typed: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure(.usage, error.sentence)
    }
  }

  /// The beginning of the input.
  static func bytes(upTo count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    read { byte in
      bytes.append(byte)
      return bytes.count < count
    }
    return bytes
  }

  /// The whole input, with `\r\n` replaced by `\n` and without trailing line breaks.
  static func text() throws(CommandFailure) -> String {
    var bytes: [UInt8] = []
    read { byte in
      bytes.append(byte)
      return bytes.count <= longestText
    }
    guard bytes.count <= longestText else {
      throw CommandFailure(.damagedData, "standard input is too long for a post: more than \(longestText) bytes")
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.damagedData, "standard input is not UTF-8 text")
    }
    text.replace("\r\n", with: "\n")
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// Reads the input until it ends.
  /// - Parameter handleByte: called for each byte; returns whether to continue.
  private static func read(_ handleByte: (UInt8) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      for byte in buffer.prefix(count) where !handleByte(byte) { return }
    }
  }
}

extension TypedSecretError {
  /// The error message for a token read from standard input.
  var sentence: String {
    switch self {
    case .empty: "no token on standard input"
    case .tooLong(let limit): "standard input is too long for a token: more than \(limit) bytes"
    case .controlCharacter: "a token is one line without control characters"
    }
  }
}

import Dispatch
import Domain
import Glibc

/// What a person types, or what another program hands over.
enum StandardInput {
  /// In bytes: longer lines are none that anybody types.
  private static let maxLine = 64 << 10

  /// In bytes: no server takes longer posts.
  private static let longestText = 1 << 20

  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Its lines, as they come. They are read on a queue of their own, for as long as the program lasts.
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

  /// A token: all that there is, or a line of a terminal, which does not show it.
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
      // What is typed for another program, after a shell was ended that waited for this one, is no token.
      guard tcgetpgrp(STDIN_FILENO) == getpgrp() else {
        throw CommandFailure(.usage, "nobody has typed a token: the terminal is another program’s by now")
      }
      // The person's own Return was not shown.
      _ = try StandardStream.error.write("\n")
    }
    do throws(TypedSecretError) {
      return try Secret(typed: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure(.usage, error.sentence)
    }
  }

  /// All of it, without the line end at its end. It is a text that somebody has written.
  static func text() throws(CommandFailure) -> String {
    var bytes: [UInt8] = []
    read { byte in
      bytes.append(byte)
      return bytes.count <= longestText
    }
    guard bytes.count <= longestText else {
      throw CommandFailure(.damagedData, "what is on standard input is longer than \(longestText) bytes; a post is not")
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.damagedData, "what is on standard input is no text in UTF-8")
    }
    text.replace("\r\n", with: "\n")
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// - Parameter take: takes a byte, and says whether it wants more.
  private static func read(_ take: (UInt8) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      for byte in buffer.prefix(count) where !take(byte) { return }
    }
  }
}

extension TypedSecretError {
  /// Of a token on standard input.
  var sentence: String {
    switch self {
    case .empty: "there is no token on standard input"
    case .tooLong(let limit): "what is on standard input is longer than \(limit) bytes; a token is not"
    case .controlCharacter: "what is on standard input has several lines, or control characters; a token is one line"
    }
  }
}

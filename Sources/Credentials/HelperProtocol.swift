import Domain

/// What is said to a credential helper and what it says, as git-credential(1) has it: `key=value` lines.
enum HelperProtocol {
  /// - Returns: nil where a value has a line end or a NUL in it: it would say something else to the helper.
  static func lines(_ attributes: [(key: String, value: String)]) -> [UInt8]? {
    var text = ""
    for (key, value) in attributes {
      guard !value.unicodeScalars.contains(where: { ["\n", "\r", "\0"].contains($0) }) else { return nil }
      text += "\(key)=\(value)\n"
    }
    return Array((text + "\n").utf8)
  }

  /// The password of an answer; nil where it has none, or an empty one.
  static func password(in answer: [UInt8]) -> Secret? {
    let prefix = Array("password=".utf8)
    let lines = answer.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.last(where: { $0.starts(with: prefix) }) else { return nil }
    var bytes = line.dropFirst(prefix.count)
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty, let password = String(validating: bytes, as: UTF8.self) else { return nil }
    return Secret(password)
  }

  /// Who is spoken of: a user at a host.
  static func attributes(of account: AccountID) -> [(key: String, value: String)] {
    let key = account.key
    let at = key.lastIndex(of: "@")
    let host = at.map { String(key[key.index(after: $0)...]) } ?? key
    let user = at.map { String(key[..<$0]) } ?? ""
    return [("protocol", "https"), ("host", host), ("username", user)]
  }
}

import Domain

/// Writes JSON on one line, without white space. Stand-ins for control characters are written as escapes of the
/// original characters.
struct JSONLineWriter {
  private(set) var text = ""
  private var needsComma = false

  mutating func object(_ body: (inout JSONLineWriter) -> Void) {
    separate()
    enclose("{", "}", body)
  }

  mutating func object<Value>(_ key: String, _ value: Value?, _ body: (inout JSONLineWriter, Value) -> Void) {
    write(key: key)
    guard let value else { return write("null") }
    enclose("{", "}") { body(&$0, value) }
  }

  mutating func array<Element>(
    _ key: String, _ elements: [Element], _ body: (inout JSONLineWriter, Element) -> Void
  ) {
    write(key: key)
    enclose("[", "]") { line in
      for element in elements { body(&line, element) }
    }
  }

  mutating func string(_ key: String, _ value: String?) {
    write(key: key)
    guard let value else { return write("null") }
    write(quoted: value)
  }

  mutating func int(_ key: String, _ value: Int?) {
    write(key: key)
    write(value.map(String.init) ?? "null")
  }

  mutating func bool(_ key: String, _ value: Bool) {
    write(key: key)
    write(value ? "true" : "false")
  }

  /// Writes an element of an array.
  mutating func string(_ value: String) {
    separate()
    write(quoted: value)
  }
}

extension JSONLineWriter {
  private mutating func write(key: String) {
    separate()
    write(quoted: key)
    text += ":"
  }

  private mutating func write(_ word: String) {
    text += word
    needsComma = true
  }

  private mutating func enclose(_ open: String, _ close: String, _ body: (inout JSONLineWriter) -> Void) {
    text += open
    needsComma = false
    body(&self)
    write(close)
  }

  private mutating func separate() {
    if needsComma { text += "," }
    needsComma = false
  }

  private mutating func write(quoted value: String) {
    text += "\""
    if isPlain(value) { text += value } else { writeEscaped(value) }
    text += "\""
    needsComma = true
  }

  /// Whether a string needs no escapes, which is the usual case.
  private func isPlain(_ value: String) -> Bool {
    value.utf8.withContiguousStorageIfAvailable { bytes in
      // 0xF4 is the first byte of stand-ins.
      !EscapedControl.isNeeded(in: bytes) && !bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0xF4 }
    } ?? false
  }

  private mutating func writeEscaped(_ value: String) {
    for shown in value.unicodeScalars {
      let scalar = shown.unescapedControl ?? shown
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.needsEscaping:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension String {
  /// The JSON in ASCII only. Other characters occur only in strings, where an escape is equivalent.
  public var jsonInASCII: String {
    utf16.map { $0 < 0x80 ? String(UnicodeScalar(UInt8($0))) : $0.jsonEscape }.joined()
  }
}

extension UTF16.CodeUnit {
  fileprivate var jsonEscape: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension HTMLTokenizer {
  mutating func startTag(at open: Int) -> Markup? {
    guard let (name, end) = name(at: open + 1), HTMLElements.all.contains(name) else { return nil }
    var index = end
    var attributes: [String: String] = [:]
    var starts: [Int] = []
    while true {
      while index < bytes.count, Self.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: "/") { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: ">") {
        return Markup(token: .start(name: name, attributes: attributes), end: index + 1)
      }
      starts.append(index)
      guard index < bytes.count, !deadEnds.contains(index), let attribute = attribute(at: &index) else {
        deadEnds.formUnion(starts)
        return nil
      }
      if attributes[attribute.name] == nil { attributes[attribute.name] = attribute.value }
    }
  }

  func endTag(at open: Int) -> Markup? {
    guard let (name, end) = name(at: open + 2), HTMLElements.all.contains(name),
      let close = bytes[end...].firstIndex(where: { !Self.isBlank($0) }), bytes[close] == UInt8(ascii: ">")
    else { return nil }
    return Markup(token: .end(name: name), end: close + 1)
  }
}

extension HTMLTokenizer {
  private func attribute(at index: inout Int) -> (name: String, value: String)? {
    let nameStart = index
    while index < bytes.count, Self.isAttributeName(bytes[index]) { index += 1 }
    guard index > nameStart else { return nil }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      // `<b and c>` is a comparison, not a tag.
      return HTMLElements.attributesWithoutValue.contains(name) ? (name, "") : nil
    }
    index += 1
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let quote = bytes[index]
    let value: Range<Int>
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let end = bytes[(index + 1)...].firstIndex(of: quote) else { return nil }
      value = index + 1..<end
      index = end + 1
    } else {
      let start = index
      while index < bytes.count, !Self.isBlank(bytes[index]), bytes[index] != UInt8(ascii: ">"),
        bytes[index] != UInt8(ascii: "<")
      {
        index += 1
      }
      value = start..<index
    }
    return (name, HTMLEntities.decode(bytes[value], isAttribute: true))
  }

  private func name(at start: Int) -> (name: String, end: Int)? {
    var end = start
    while end < bytes.count, Self.isLetterOrDigit(bytes[end]) { end += 1 }
    guard end > start, end - start <= HTMLElements.maxNameWidth else { return nil }
    return (String(decoding: bytes[start..<end], as: UTF8.self).lowercased(), end)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private static func isAttributeName(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }
}

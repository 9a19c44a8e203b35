import Domain

/// Custom emoji as stored in one column: one per line, with shortcode and address separated by a tab.
struct StoredEmojis {
  /// The emoji that can be stored: those without tabs and line breaks in the address.
  let emojis: [CustomEmoji]

  init(_ emojis: [CustomEmoji]) {
    self.emojis = emojis.filter { !$0.url.utf8.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } }
  }

  init(stored: String) {
    emojis = stored.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", maxSplits: 1)
      return fields.count == 2 ? CustomEmoji(shortcode: String(fields[0]), url: String(fields[1])) : nil
    }
  }

  /// nil if there are none.
  var stored: String? {
    emojis.isEmpty ? nil : emojis.map { "\($0.shortcode)\t\($0.url)" }.joined(separator: "\n")
  }
}

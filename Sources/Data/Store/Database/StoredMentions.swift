import Domain

/// The mentions of a post as stored in one column: one per line, with handle, ID and URL separated by tabs.
struct StoredMentions {
  /// Limit for posts of servers, to bound rows and pages.
  private static let maxCount = 500

  /// The mentions that can be stored: without tabs and line breaks in the handle.
  let mentions: [Mention]

  init(_ mentions: [Mention]) {
    self.mentions = mentions.prefix(Self.maxCount).compactMap { mention in
      guard !mention.handle.isEmpty, Self.fits(mention.handle) else { return nil }
      return Mention(
        id: mention.id.flatMap { Self.fits($0) && !$0.isEmpty ? $0 : nil }, handle: mention.handle,
        url: mention.url.flatMap { Self.fits($0) && !$0.isEmpty ? $0 : nil })
    }
  }

  init(stored: String) {
    mentions = stored.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard let handle = fields.first, !handle.isEmpty else { return nil }
      return Mention(id: Self.field(1, of: fields), handle: handle, url: Self.field(2, of: fields))
    }
  }

  /// nil if there are none.
  var stored: String? {
    guard !mentions.isEmpty else { return nil }
    return mentions.map { mention in
      guard mention.id != nil || mention.url != nil else { return mention.handle }
      return "\(mention.handle)\t\(mention.id ?? "")\t\(mention.url ?? "")"
    }.joined(separator: "\n")
  }

  private static func field(_ index: Int, of fields: [String]) -> String? {
    fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
  }

  private static func fits(_ text: String) -> Bool { !text.utf8.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } }
}

import Domain
import FoundationEssentials

/// What a page's cursor says: the entry it stands at, and where to look for it first.
struct EntryCursor: Hashable {
  var key: PostKey
  /// Leads near it when the entry is gone.
  var date: Date?
  /// Where the entry stood when the cursor was given; it stands there still unless the timeline has changed.
  var offset: Int

  init(to post: Post, at offset: Int) {
    key = post.key
    date = post.timelineDate
    self.offset = offset
  }

  /// nil for a cursor that is none of ours.
  init?(_ cursor: PageCursor) {
    // Byte by byte: a mark at the start of a name would make one character with the colon before it.
    let fields = cursor.rawValue.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4, let offset = Int(Substring(fields[0])), offset >= 0 else { return nil }
    self.offset = offset
    date = Double(Substring(fields[1])).map { Date(timeIntervalSinceReferenceDate: $0) }
    let name = fields[3]
    guard let handleLength = Int(Substring(fields[2])) else {
      key = PostKey(id: PostID(String(Substring(name))))
      return
    }
    guard 0...name.count ~= handleLength,
      let handle = String(name.prefix(handleLength)), let id = String(name.dropFirst(handleLength))
    else {
      return nil
    }
    key = PostKey(id: PostID(id), repostedBy: handle)
  }

  /// The handle's length stands before it, because ids and handles may hold any character.
  var pageCursor: PageCursor {
    let date = date.map { String($0.timeIntervalSinceReferenceDate) } ?? ""
    let handle = key.repostedBy ?? ""
    let handleLength = key.repostedBy.map { String($0.utf8.count) } ?? ""
    return PageCursor("\(offset):\(date):\(handleLength):\(handle)\(key.id.rawValue)")
  }
}

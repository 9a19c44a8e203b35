/// The notice that a screen shows: one that stays until it is taken back, or one that the next key takes away.
public struct NoticeLine: Hashable, Sendable {
  public private(set) var shown: NoticeViewModel?
  private var standing: NoticeViewModel?

  public init() {}

  public mutating func show(_ notice: NoticeViewModel) {
    // One that is renewed does not cover what has been said since.
    let isCovered = notice.stays && standing != nil && shown != standing
    if notice.stays { standing = notice }
    if !isCovered { shown = notice }
  }

  /// Takes back the one that stays.
  public mutating func hide() {
    if shown == standing { shown = nil }
    standing = nil
  }

  /// To be called for each key, before it does anything.
  /// - Returns: whether that changes what is shown.
  public mutating func keyWasPressed() -> Bool {
    defer { shown = standing }
    return shown != standing
  }
}

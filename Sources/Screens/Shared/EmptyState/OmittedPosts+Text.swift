import Domain

extension PostThread.Omitted {
  /// “7,000 earlier posts are not shown”; nil if none are left out.
  public var ancestorsText: String? { Self.text(ancestors, "earlier post") }

  /// “7,000 more replies are not shown”; nil if none are left out.
  public var repliesText: String? { Self.text(replies, "more reply", "more replies") }

  private static func text(_ count: Int, _ one: String, _ many: String? = nil) -> String? {
    switch count {
    case ...0: nil
    case 1: "1 \(one) is not shown"
    default: "\(LoadingProgress.grouped(count)) \(many ?? one + "s") are not shown"
    }
  }
}

import Domain

extension LoadingProgress {
  /// “34 %, 34,048 posts”.
  public var text: String {
    let percent = fraction.map { "\(Int($0 * 100)) %, " } ?? ""
    return percent + Self.text(posts: posts)
  }

  /// “34,048 posts”.
  public static func text(posts count: Int) -> String {
    count == 1 ? "1 post" : "\(grouped(count)) posts"
  }

  /// “34,048”.
  public static func grouped(_ number: Int) -> String {
    number < 1_000 ? "\(number)" : grouped(number / 1_000) + "," + "\(1_000 + number % 1_000)".dropFirst()
  }
}

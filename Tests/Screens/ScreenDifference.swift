/// A line-by-line comparison of two screens.
enum ScreenDifference {
  static func text(golden: String, shown: String) -> String {
    let golden = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = shown.split(separator: "\n", omittingEmptySubsequences: false)
    return (0..<max(golden.count, shown.count)).map { row in
      let old = row < golden.count ? golden[row] : nil
      let new = row < shown.count ? shown[row] : nil
      if old == new { return "  \(old ?? "")" }
      return [old.map { "- \($0)" }, new.map { "+ \($0)" }].compactMap { $0 }.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

/// Formats values for tables.
enum Cell {
  static let absent = "–"

  /// A Markdown table. All columns after the first `texts` are right-aligned numbers.
  static func table(_ head: [String], texts: Int, _ rows: [[String]]) -> String {
    let rule = head.indices.map { $0 < texts ? "---" : "--:" }
    return ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// The median and the 99th percentile.
  static func pair(_ sample: Sample?) -> String {
    guard let median = sample?.median, let worst = sample?.percentile(99) else { return absent }
    return "\(number(median)) / \(number(worst)) ms"
  }

  static func milliseconds(_ value: Double?) -> String { value.map { number($0) + " ms" } ?? absent }

  static func whole(_ value: Double?) -> String { value.map { Int($0.rounded()).grouped } ?? absent }

  static func megabytes(_ value: Int?) -> String { value.map { number(Double($0) / 1_000_000) + " MB" } ?? absent }

  /// A number with two significant digits, or all digits before the point.
  static func number(_ value: Double) -> String {
    let places = value < 1 ? 2 : value < 10 ? 1 : 0
    let scale = [1, 10, 100][places]
    let scaled = Int((value * Double(scale)).rounded())
    guard places > 0 else { return scaled.grouped }
    let digits = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - digits.count) + digits
  }
}

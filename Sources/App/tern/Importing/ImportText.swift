import Domain
import TerminalKit

/// The messages of `tern import`, as pure functions.
enum ImportText {
  private static let barWidth = 20
  /// In cells.
  private static let maxNameWidth = 200

  /// `twitter.zip  [########            ]  40 %  400,000 posts  98,000 a second  6 s left`.
  static func progress(_ progress: ImportProgress, of name: String, seconds: Double) -> String {
    var parts = [name]
    if let fraction = progress.fraction {
      let filled = Int((min(max(fraction, 0), 1) * Double(barWidth)).rounded(.down))
      let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: barWidth - filled)
      parts += ["[\(bar)]", "\(Int(fraction * 100)) %"]
    }
    parts.append(posts(progress.posts))
    if seconds >= 1 { parts.append("\(number(Int(Double(progress.posts) / seconds))) a second") }
    if let fraction = progress.fraction, fraction > 0.02, seconds >= 1 {
      parts.append("\(duration(seconds * (1 - fraction) / fraction)) left")
    }
    return parts.joined(separator: "  ")
  }

  /// The result in several lines.
  static func summary(_ summary: ImportSummary, of path: String, seconds: Double) -> String {
    let path = sanitizedName(path)
    guard let account = summary.account else {
      switch summary.outcome {
      case .completed: return "\(path): no posts to import\n"
      case .stopped: return "\(path): stopped before the first post; nothing was stored\n"
      // The failure is reported as an error.
      case .failed: return ""
      }
    }
    let counts = summary.counts
    var lines = ["\(path): \(summary.format) of \(sanitizedName(account.profile.nameAndLabel))"]
    var parts = ["\(posts(summary.read)) read in \(duration(seconds))", "\(number(counts.new)) new"]
    if counts.updated > 0 { parts.append("\(number(counts.updated)) updated") }
    if counts.unchanged > 0 { parts.append("\(number(counts.unchanged)) unchanged") }
    let skipped = summary.skipped.reduce(0) { $0 + $1.count }
    if skipped > 0 { parts.append("\(number(skipped)) skipped") }
    lines.append("  " + parts.joined(separator: ", "))
    if summary.isOlder {
      lines.append("  older than the stored posts: they stay as they are; missing posts were added")
      lines.append("  if this archive is newer, use tern import --newest")
    }
    if summary.outcome == .stopped {
      lines.append("  stopped: the posts read so far are stored; import it again for the rest")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The result for pictures, videos and audio in one line.
  /// - Parameter limit: in bytes.
  static func summary(_ counts: PictureImport.Counts, limit: Int) -> String {
    var parts = ["\(media(counts)) stored"]
    if counts.known > 0 { parts.append("\(number(counts.known)) already stored") }
    if counts.others > 0 { parts.append("\(number(counts.others)) skipped: no known picture, video or audio format") }
    if counts.tooLarge > 0 { parts.append("\(number(counts.tooLarge)) too large") }
    if counts.damaged > 0 { parts.append("\(number(counts.damaged)) damaged") }
    let end =
      counts.overLimit > 0
      ? "; \(number(counts.overLimit)) more exceed --media-limit, \(ByteCount(bytes: limit).text)" : ""
    return "  \(parts.joined(separator: ", "))\(end)\n"
  }

  /// Progress: `12 pictures and 1 video, 340 MB`.
  static func progress(_ counts: PictureImport.Counts) -> String {
    "\(media(counts)), \(ByteCount(bytes: counts.size).text)"
  }

  /// `12 pictures, 2 videos and 1 audio file`.
  private static func media(_ counts: PictureImport.Counts) -> String {
    let kinds = [(counts.pictures, "picture"), (counts.videos, "video"), (counts.audio, "audio file")]
    let parts = kinds.enumerated().filter { $0.offset == 0 && counts.new == 0 || $0.element.0 > 0 }
      .map { "\(number($0.element.0)) \($0.element.1)\($0.element.0 == 1 ? "" : "s")" }
    return parts.dropLast().joined(separator: ", ") + (parts.count > 1 ? " and " : "") + (parts.last ?? "")
  }

  /// The message for the skipped part of a file, with the reason.
  static func skipped(_ skipped: SkippedFile) -> String {
    let location = skipped.first.map { "\($0.path): \($0.line):\($0.column): expected \($0.expected); " }
    return (location ?? "\(skipped.path): ") + "\(number(skipped.count)) skipped: \(skipped.reason)"
  }

  /// A name from another source, sanitized for one line.
  static func sanitizedName(_ name: String) -> String {
    TextLayout.truncate(TextLayout.sanitized(name).replacing("\n", with: " "), to: maxNameWidth)
  }

  /// Several lines without control characters.
  static func sanitized(_ text: String) -> String { TextLayout.sanitized(text) }

  static func posts(_ count: Int) -> String { "\(number(count)) \(count == 1 ? "post" : "posts")" }

  private static func number(_ number: Int) -> String { LoadingProgress.grouped(number) }

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<10: "\(Int((seconds * 10).rounded()) / 10).\(Int((seconds * 10).rounded()) % 10) s"
    case ..<120: "\(Int(seconds.rounded())) s"
    case ..<7200: "\(Int((seconds / 60).rounded())) min"
    default: "\(Int((min(seconds, 1e9) / 3600).rounded())) h"
    }
  }
}

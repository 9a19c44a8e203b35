import Domain
import Formats
import FoundationEssentials
import Glibc
import PostCell
import Runtime
import TerminalKit

/// Prints posts to standard output until the limit is reached or the reader closes the pipe.
@MainActor
final class PostPrinter {
  private(set) var isEmpty = true
  /// The error that ended printing, or nil.
  private(set) var failure: CommandFailure?
  private var remaining: Int
  private var isOutputClosed = false
  private let format: OutputOptions.Format
  private let lacksUnicode = StandardStream.output.lacksUnicode
  /// The pager to start with the first post; nil if already started, or if none is used.
  private var pagerSelection: PagerSelection?
  private var pager: PagerProgram?
  private var showsLinks = false
  private var linkCount = 0
  /// In cells: the width of the terminal, but no wider than is comfortable to read.
  private var width = PostCellLayout.maxTextWidth
  /// The names of the accounts, if posts of several are printed.
  private let accounts: [AccountID: String]
  private let reveals: Bool

  /// - Parameters:
  ///   - usesPager: whether to use a pager on a terminal; nil for output that never depends on a terminal.
  ///   - accounts: the accounts, if posts of several are printed.
  ///   - reveals: whether to ignore content warnings and filters.
  init(
    limit: Int?, format: OutputOptions.Format, usesPager: Bool? = nil, accounts: [Account] = [], reveals: Bool = true
  ) {
    remaining = limit ?? .max
    self.reveals = reveals
    self.accounts = accounts.distinctNames
    // With a limit of 0, do not report that there are no posts.
    if remaining == 0 { isEmpty = false }
    self.format = format
    guard let usesPager, isatty(STDOUT_FILENO) == 1 else { return }
    if let columns = StandardStream.output.columns { width = min(width, columns) }
    showsLinks = format == .text && !lacksUnicode && PagerSelection.showsLinks(in: Environment.variables)
    pagerSelection = usesPager ? PagerSelection.find(in: Environment.variables) : nil
  }

  var needsMore: Bool { remaining > 0 && !isOutputClosed && failure == nil }

  /// - Returns: whether more posts can be printed.
  func print(_ posts: some Sequence<Post>) -> Bool { print(posts, others: []) }

  /// - Parameter others: the posts that are in no timeline.
  /// - Returns: whether more posts can be printed.
  func print(_ posts: some Sequence<Post>, others: Set<PostKey>) -> Bool {
    do throws(CommandFailure) {
      for post in posts where needsMore {
        isEmpty = false
        remaining -= 1
        startPager()
        isOutputClosed = try !StandardStream.output.write(
          raw: line(for: post, among: others), lacksUnicode: lacksUnicode)
      }
    } catch {
      failure = error
    }
    return needsMore
  }

  /// Ends the output and waits until the user has closed the pager.
  func end() {
    switch pager?.end() {
    case 126, 127:
      failure = failure ?? CommandFailure(.unavailable, "cannot run the program in $PAGER; use --no-pager")
    default: break
    }
    pager = nil
  }

  /// Starts the pager with the first post, so that earlier messages appear on the terminal.
  private func startPager() {
    guard let pagerSelection else { return }
    self.pagerSelection = nil
    pager = PagerProgram(pagerSelection)
    if pager != nil, !pagerSelection.passesLinks { showsLinks = false }
  }

  private func line(for post: Post, among others: Set<PostKey>) -> String {
    let account = post.ref.account.flatMap { accounts[$0] }
    let now = SystemClock().now
    switch format {
    case .text where showsLinks:
      return PostBlock.linkedText(
        for: post, foundIn: account, width: width, reveals: reveals, now: now, count: &linkCount)
    case .text: return PostBlock.text(for: post, foundIn: account, width: width, reveals: reveals, now: now)
    case .jsonl:
      let isOther = !others.isEmpty && others.contains(post.key)
      let line = PostLine.json(post, foundIn: account, isOther: isOther)
      // On a terminal without UTF-8, non-ASCII characters are escaped: replacing them would change the post.
      return (lacksUnicode ? line.jsonInASCII : line) + "\n"
    }
  }
}

/// Renders posts as plain text.
enum PostBlock {
  /// A post as plain text with an empty line at the end: all lines of its cell, with the time instead of the age.
  /// - Parameters:
  ///   - account: the name of the account to show, or nil.
  ///   - width: in cells.
  ///   - reveals: whether to ignore content warnings and filters.
  ///   - now: polls that end before are shown as ended.
  @MainActor
  static func text(
    for post: Post, foundIn account: String? = nil, width: Int = PostCellLayout.maxTextWidth, reveals: Bool = true,
    now: Date = .distantPast
  ) -> String {
    var post = post
    // Show full URLs, because shortened ones cannot be followed in plain text.
    post.text = PostText([.text(post.text.plain)])
    let lines = lines(for: post, foundIn: account, width: width, reveals: reveals, now: now)
    return lines.map { sanitizedLine($0.plain) }.joined(separator: "\n") + "\n\n"
  }

  /// The same with links that a terminal can follow.
  /// - Parameter count: the number of links so far. Increased for each link.
  @MainActor
  static func linkedText(
    for post: Post, foundIn account: String? = nil, width: Int = PostCellLayout.maxTextWidth, reveals: Bool = true,
    now: Date = .distantPast, count: inout Int
  ) -> String {
    var post = post
    post.text = PostText(
      post.text.runs.map { run in
        guard case .link(var link) = run else { return run }
        link.label = link.text
        return .link(link)
      })
    var last: String?
    var text = ""
    for line in lines(for: post, foundIn: account, width: width, reveals: reveals, now: now) {
      var ready = ""
      // Spaces are held back until text follows, so that lines do not end with spaces.
      var blanks = ""
      for span in line.spans {
        let piece = TextLayout.sanitized(span.text).split(whereSeparator: \.isNewline).joined(separator: " ")
        let shown = piece.trimmedEnd
        let rest = String(piece[shown.endIndex...])
        guard !shown.isEmpty else {
          blanks += rest
          continue
        }
        ready += blanks
        if case .link(let url)? = span.target, let link = Hyperlink(url) {
          // A URL wrapped over several lines is one link.
          if last != url { count += 1 }
          last = url
          ready += link.wrapping(String(shown), number: count)
        } else {
          last = nil
          ready += shown
        }
        blanks = rest
      }
      text += ready + "\n"
    }
    return text + "\n"
  }

  @MainActor
  private static func lines(
    for post: Post, foundIn account: String?, width: Int, reveals: Bool, now: Date
  ) -> [StyledText] {
    let post = reveals ? post.revealingQuote : post
    var cell = PostCellViewModel(post, now: now, isRevealed: reveals)
    if let account { cell.remarks.insert("in \(account)", at: 0) }
    cell.age = post.shownDate.map(LocalTime.minute) ?? ""
    // Name the option instead of the key.
    cell.keys.reveal = "--reveal shows it"
    if reveals { cell.warning = nil }
    var lines = PostCellLayout(width: width, isComplete: true).lines(of: cell)
    if reveals, let fold = post.fold {
      lines.insert(contentsOf: TextLayout.wrap(StyledText(fold), width: width), at: 1)
    }
    return lines
  }

  /// Removes control characters that could drive the terminal, as the canvas does on the screen.
  @MainActor
  private static func sanitizedLine(_ line: String) -> Substring {
    TextLayout.sanitized(line).split(whereSeparator: \.isNewline).joined(separator: " ").trimmedEnd
  }
}

extension Post {
  /// A copy whose quoted post shows its content warning above its text.
  fileprivate var revealingQuote: Post {
    guard case .shown(var quoted)? = quote, let fold = quoted.fold else { return self }
    (quoted.warning, quoted.filter) = (nil, nil)
    quoted.text = PostText([.text("\(fold)\n")] + quoted.text.runs)
    var post = self
    post.quote = .shown(quoted)
    return post
  }
}

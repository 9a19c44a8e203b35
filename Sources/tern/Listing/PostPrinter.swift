import Domain
import Formats
import FoundationEssentials
import Glibc
import PostCell
import Runtime
import TerminalKit

/// Prints posts to standard output until there are enough of them, or nobody reads on.
@MainActor
final class PostPrinter {
  private(set) var isEmpty = true
  /// Why nothing more can be printed, though somebody wants it.
  private(set) var failure: CommandFailure?
  private var left: Int
  private var isReaderGone = false
  private let format: OutputOptions.Format
  private let isForeign = StandardStream.output.isForeign
  /// What a terminal is given through; nil once that has been tried, and where there is none.
  private var choice: PagerSelection?
  private var pager: PagerProgram?
  private var showsLinks = false
  private var linkCount = 0
  /// In cells: as wide as a terminal that is narrower than what is comfortable to read.
  private var width = PostCellLayout.maxTextWidth
  /// What the accounts are called whose posts are told from each other.
  private let accounts: [AccountID: String]
  private let reveals: Bool

  /// - Parameters:
  ///   - usesPager: for a terminal; nil for what is to be the same wherever it goes.
  ///   - accounts: where posts of several are printed.
  ///   - reveals: whether content warnings and filters hide nothing.
  init(
    limit: Int?, format: OutputOptions.Format, usesPager: Bool? = nil, accounts: [Account] = [], reveals: Bool = true
  ) {
    left = limit ?? .max
    self.reveals = reveals
    self.accounts = accounts.distinctNames
    // Who wants no posts is not told that there are none.
    if left == 0 { isEmpty = false }
    self.format = format
    guard let usesPager, isatty(STDOUT_FILENO) == 1 else { return }
    if let columns = StandardStream.output.columns { width = min(width, columns) }
    showsLinks = format == .text && !isForeign && PagerSelection.showsLinks(in: Environment.variables)
    choice = usesPager ? PagerSelection.find(in: Environment.variables) : nil
  }

  var wantsMore: Bool { left > 0 && !isReaderGone && failure == nil }

  /// - Returns: whether more is wanted.
  func print(_ posts: some Sequence<Post>) -> Bool { print(posts, others: []) }

  /// - Parameter others: those of them that stand in no timeline.
  /// - Returns: whether more is wanted.
  func print(_ posts: some Sequence<Post>, others: Set<PostKey>) -> Bool {
    do throws(CommandFailure) {
      for post in posts where wantsMore {
        isEmpty = false
        left -= 1
        startPager()
        isReaderGone = try !StandardStream.output.write(line(for: post, among: others), isForeign: isForeign)
      }
    } catch {
      failure = error
    }
    return wantsMore
  }

  /// Nothing more comes: what is said afterwards is said when whoever pages through it has seen enough.
  func end() {
    switch pager?.end() {
    case 126, 127:
      failure = failure ?? CommandFailure(.unavailable, "what $PAGER names cannot be run; --no-pager does without")
    default: break
    }
    pager = nil
  }

  /// With the first post: what is said before is said on the terminal itself.
  private func startPager() {
    guard let choice else { return }
    self.choice = nil
    pager = PagerProgram(choice)
    if pager != nil, !choice.takesLinks { showsLinks = false }
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
      // What is spelled in another way would be another post, or no JSON any more.
      return (isForeign ? line.jsonInASCII : line) + "\n"
    }
  }
}

/// A post as it stands in a list.
enum PostBlock {
  /// A post as a block of plain text with an empty line after it: the lines of its cell, whole, with the time instead of
  /// the age.
  /// - Parameters:
  ///   - account: whose it is, where that is to be told.
  ///   - width: in cells.
  ///   - reveals: whether content warnings and filters hide nothing.
  ///   - now: when polls are over whose time is up.
  @MainActor
  static func text(
    for post: Post, foundIn account: String? = nil, width: Int = PostCellLayout.maxTextWidth, reveals: Bool = true,
    now: Date = .distantPast
  ) -> String {
    var post = post
    // Nobody can follow a shortened address in a list.
    post.text = PostText([.text(post.text.plain)])
    let lines = lines(for: post, foundIn: account, width: width, reveals: reveals, now: now)
    return lines.map { sanitizedLine($0.plain) }.joined(separator: "\n") + "\n\n"
  }

  /// The same for a terminal on which links can be followed.
  /// - Parameter count: how many links there were before.
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
      // Blanks wait for what follows: none stand at the end of a line.
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
          // The lines of an address that takes several are one link.
          if last != url { count += 1 }
          last = url
          ready += link.around(String(shown), number: count)
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
    cell.foundIn = account
    cell.age = post.shownDate.map(LocalTime.minute) ?? ""
    // What reveals it is no key here.
    cell.keys.reveal = "--reveal shows it"
    if reveals { cell.warning = nil }
    var lines = PostCellLayout(width: width, isComplete: true).lines(of: cell)
    if reveals, let fold = post.fold {
      lines.insert(contentsOf: TextLayout.wrap(StyledText(fold), width: width), at: 1)
    }
    return lines
  }

  /// What a cell's lines leave to the canvas: nothing in them may drive the terminal that the list is printed on.
  @MainActor
  private static func sanitizedLine(_ line: String) -> Substring {
    TextLayout.sanitized(line).split(whereSeparator: \.isNewline).joined(separator: " ").trimmedEnd
  }
}

extension Post {
  /// The same with what the post that it quotes warns of above that one's text.
  fileprivate var revealingQuote: Post {
    guard case .shown(var quoted)? = quote, let fold = quoted.fold else { return self }
    (quoted.warning, quoted.filter) = (nil, nil)
    quoted.text = PostText([.text("\(fold)\n")] + quoted.text.runs)
    var post = self
    post.quote = .shown(quoted)
    return post
  }
}
